interface ChangedPart {
  before: string
  removed: string
  added: string
  after: string
}

const SHORT = 80
const AROUND = 40
const LONGEST = 160

/** Null when either is empty or both are short enough to show in full. */
export function changedPart(from: string, to: string): ChangedPart | null {
  const [one, other] = [[...from], [...to]]
  if (one.length === 0 || other.length === 0 || Math.max(one.length, other.length) <= SHORT) return null
  const shorter = Math.min(one.length, other.length)
  let start = 0
  while (start < shorter && one[start] === other[start]) start += 1
  let end = 0
  while (end < shorter - start && one.at(-1 - end) === other.at(-1 - end)) end += 1
  const lead = one.slice(0, start)
  const tail = one.slice(one.length - end)
  return {
    before: `${lead.length > AROUND ? '…' : ''}${lead.slice(-AROUND).join('')}`,
    removed: shortened(one.slice(start, one.length - end)),
    added: shortened(other.slice(start, other.length - end)),
    after: `${tail.slice(0, AROUND).join('')}${tail.length > AROUND ? '…' : ''}`,
  }
}

/** In one line; never cut within a character. */
export function shorten(text: string): string {
  return shortened([...text])
}

function shortened(characters: readonly string[]): string {
  return characters.length > LONGEST ? `${characters.slice(0, LONGEST).join('')}…` : characters.join('')
}
