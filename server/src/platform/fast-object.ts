/**
 * An object with these keys, all null, to be copied and filled. Beyond a dozen or so keys an object that grows key by
 * key becomes a hash table, which is several times as slow to make, to read and to write as JSON; a copy of this stays
 * as quick as one that was written out.
 */
export function objectWithKeys(keys: readonly string[]): Record<string, null> {
  const members = keys.map((key) => `${JSON.stringify(key)}:null`)
  // Its shape is what has just been written.
  return JSON.parse(`{${members.join(',')}}`) as Record<string, null>
}
