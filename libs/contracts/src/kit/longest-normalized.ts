/**
 * The longest text that is normalized (NFC or NFD) to be compared: the time that takes can grow with the square of the length. Longer
 * texts, which nobody types, are compared in their own encoding. Characters.
 */
export const LONGEST_NORMALIZED = 255;
