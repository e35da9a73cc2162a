package scriptorium.actors;

import java.util.List;
import org.apache.ibatis.annotations.Insert;
import org.apache.ibatis.annotations.Param;
import org.apache.ibatis.annotations.Select;
import org.apache.ibatis.mapping.Environment;
import org.apache.ibatis.session.Configuration;
import org.apache.ibatis.session.SqlSessionFactory;
import org.apache.ibatis.session.SqlSessionFactoryBuilder;

/** Words by MyBatis. */
interface WordMapper {

  @Select("select text from word order by id")
  List<String> texts();

  @Insert("insert into word(text) values(#{text})")
  int add(@Param("text") String text);

  /** MyBatis in this environment, with this mapper. */
  static SqlSessionFactory in(Environment environment) {
    Configuration configuration = new Configuration(environment);
    configuration.addMapper(WordMapper.class);
    return new SqlSessionFactoryBuilder().build(configuration);
  }
}
