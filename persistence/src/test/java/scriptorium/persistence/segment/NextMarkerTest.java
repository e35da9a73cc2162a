package scriptorium.persistence.segment;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class NextMarkerTest {
  @TempDir Path dir;
  private Path own;
  private Path next;

  @BeforeEach
  void setUp() throws IOException {
    own = Files.createFile(dir.resolve(EpochMarkers.fileName(1)));
    next = dir.resolve(EpochMarkers.fileName(2));
  }

  @Test
  void isThereAsSoonAsItIsLinked() throws IOException {
    NextMarker marker = NextMarker.after(1, dir, LogFiles.disk());
    assertTrue(marker.isAbsent());

    Files.createLink(next, own);

    assertFalse(marker.isAbsent());
  }

  @Test
  void isNotTakenForAbsentWhereTheFolderCannotBeLookedInto() throws IOException {
    NextMarker marker = NextMarker.after(1, dir, LogFiles.disk());
    Files.delete(own);
    Files.delete(dir);
    Files.createFile(dir); // a file where the folder was: any look fails, and not for absence

    assertThrows(FileSystemException.class, marker::isAbsent);
  }

  @Test
  void isLookedForProperlyWhereTheOwnOneIsNotSeen() throws IOException {
    Files.delete(own);

    assertTrue(LogFiles.disk().isAbsentBeside(next, own));
    Files.createFile(next);
    assertFalse(LogFiles.disk().isAbsentBeside(next, own));
  }

  @Test
  void isLookedForByTheSlowWayOnAFileSystemThatIsNotLocal() throws IOException {
    List<String> looks = new ArrayList<>();
    for (String type : List.of("nfs4", "ext4")) {
      NextMarker marker = NextMarker.after(1, dir, new TypedFiles(type, looks).files());
      assertTrue(marker.isAbsent());
    }

    assertEquals(List.of("isAbsent", "isAbsentBeside"), looks);
  }

  /** The real files on a file system of another name. */
  private record TypedFiles(String type, List<String> looks) {
    LogFiles files() {
      LogFiles disk = LogFiles.disk();
      return (LogFiles)
          java.lang.reflect.Proxy.newProxyInstance(
              LogFiles.class.getClassLoader(),
              new Class<?>[] {LogFiles.class},
              (proxy, method, arguments) -> {
                if (method.getName().equals("fileSystemType")) {
                  return type;
                }
                looks.add(method.getName());
                return method.invoke(disk, arguments);
              });
    }
  }
}
