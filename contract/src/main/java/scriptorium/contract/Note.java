package scriptorium.contract;

/**
 * An event with a serializer of its own, which tells whether the plugin called it as Akka demands.
 *
 * @param text kept by its serializer
 * @param manifest which its serializer asks to be kept beside the bytes
 */
record Note(String text, String manifest) {}
