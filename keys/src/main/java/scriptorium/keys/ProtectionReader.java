package scriptorium.keys;

import com.typesafe.config.Config;
import com.typesafe.config.ConfigObject;
import java.io.IOException;
import java.lang.reflect.Constructor;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.util.Arrays;
import java.util.Base64;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Reads how snapshots, or a journal, are protected: a section of settings like {@code
 * scriptorium.store.snapshot.protection}. No message names any part of a key.
 */
public final class ProtectionReader {

  private static final SecureRandom RANDOM = new SecureRandom();

  private final Config config;
  private final String root;

  private ProtectionReader(Config config, String root) {
    this.config = config;
    this.root = root;
  }

  /**
   * Reads a section.
   *
   * @param root its full path
   * @throws IllegalArgumentException naming the full path of the setting that is wrong
   */
  public static Protection read(Config config, String root) {
    return new ProtectionReader(config, root).read();
  }

  private Protection read() {
    Optional<String> signWith = keyId("sign-with");
    Optional<String> encryptWith = keyId("encrypt-with");
    StoreKeys keys = keys();
    signWith.ifPresent(id -> requireKnown(keys, "sign-with", id));
    encryptWith.ifPresent(id -> requireKnown(keys, "encrypt-with", id));
    return new Protection(
        signWith,
        encryptWith,
        config.getBoolean(path("accept-unprotected")),
        keys,
        ProtectionReader::newSalt);
  }

  private static byte[] newSalt() {
    byte[] salt = new byte[Protection.SALT_BYTES];
    RANDOM.nextBytes(salt);
    return salt;
  }

  private Optional<String> keyId(String key) {
    String id = config.getString(path(key));
    if (id.isEmpty()) {
      return Optional.empty();
    }
    checkId(key, id);
    return Optional.of(id);
  }

  private void checkId(String key, String id) {
    try {
      Protection.checkKeyId(id);
    } catch (IllegalArgumentException e) {
      throw refused(key, String.valueOf(e.getMessage()), e);
    }
  }

  /** A store that could not protect its first snapshot, hours later, is not started at all. */
  private void requireKnown(StoreKeys keys, String key, String id) {
    byte[] found =
        keys.find(id)
            .orElseThrow(
                () ->
                    refused(key, "no key of this id: keyId=" + id + "; add it to the keys", null));
    Arrays.fill(found, (byte) 0);
  }

  private StoreKeys keys() {
    Map<String, byte[]> named = new HashMap<>();
    ConfigObject all = config.getObject(path("keys"));
    for (String id : all.keySet()) {
      checkId("keys", id);
      named.put(id, key("keys." + id, all.toConfig().getConfig(id)));
    }
    StoreKeys provider = provider();
    return id ->
        named.containsKey(id)
            ? Optional.ofNullable(named.get(id)).map(byte[]::clone)
            : provider.find(id);
  }

  private byte[] key(String key, Config entry) {
    boolean inFile = entry.hasPath("file");
    if (inFile == entry.hasPath("value")) {
      throw refused(key, "expected either file or value, found both or neither", null);
    }
    return decoded(key, inFile ? content(key, entry.getString("file")) : entry.getString("value"));
  }

  private String content(String key, String file) {
    try {
      return Files.readString(Path.of(file), StandardCharsets.US_ASCII);
    } catch (IOException e) {
      // Not its message: of a file that is no text it might show a part.
      throw refused(
          key,
          "key file cannot be read: file=%s reason=%s"
              .formatted(file, e.getClass().getSimpleName()),
          null);
    }
  }

  private byte[] decoded(String key, String text) {
    String digits = text.strip();
    byte[] bytes = new byte[0];
    try {
      bytes =
          digits.length() == 2 * StoreKeys.KEY_BYTES
              ? HexFormat.of().parseHex(digits)
              : Base64.getDecoder().decode(digits);
    } catch (IllegalArgumentException e) {
      // Answered below, without the cause: its message shows what was found.
    }
    if (bytes.length != StoreKeys.KEY_BYTES) {
      throw refused(
          key,
          "expected %d bytes as 64 hexadecimal digits or as base64, found %d characters that are neither"
              .formatted(StoreKeys.KEY_BYTES, digits.length()),
          null);
    }
    return bytes;
  }

  private StoreKeys provider() {
    String name = config.getString(path("provider"));
    if (name.isEmpty()) {
      return StoreKeys.NONE;
    }
    try {
      Class<? extends StoreKeys> provider =
          Class.forName(name, true, loader()).asSubclass(StoreKeys.class);
      for (Constructor<?> constructor : provider.getConstructors()) {
        if (Arrays.equals(constructor.getParameterTypes(), new Class<?>[] {Config.class})) {
          return provider.cast(constructor.newInstance(config));
        }
      }
      return provider.getConstructor().newInstance();
    } catch (ReflectiveOperationException | ClassCastException | LinkageError e) {
      throw refused(
          "provider",
          "class=%s cannot be made a %s: %s".formatted(name, StoreKeys.class.getName(), e),
          e);
    }
  }

  private static ClassLoader loader() {
    ClassLoader context = Thread.currentThread().getContextClassLoader();
    return context == null ? ProtectionReader.class.getClassLoader() : context;
  }

  private String path(String key) {
    return root + "." + key;
  }

  private IllegalArgumentException refused(String key, String problem, @Nullable Throwable cause) {
    return new IllegalArgumentException(
        "setting refused: " + path(key) + " " + problem + "; correct it and start again", cause);
  }
}
