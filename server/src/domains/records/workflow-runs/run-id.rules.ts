/** The ID of a run: made of those of its record and save, which name it already. */
export function runIdOf(recordId: string, sequence: number): string {
  const tail = sequence.toString(16).padStart(12, '0')
  return `${recordId.slice(0, 14)}8${recordId.slice(15, 24)}${tail}`
}
