import { JsonValue } from '@caseloom/contract/json'

export interface SamplePlace {
  tenantId: string
  userId: string
  playbookId: string
}

/** Larger samples live only as long as the page. */
const MAX_CHARACTERS = 200_000

const nameOf = ({ tenantId, userId, playbookId }: SamplePlace) =>
  `caseloom.playbook-sample.${tenantId}.${userId}.${playbookId}`

/** The sample that this person pasted for the playbook; undefined when there is none or it can't be parsed. */
export function readSample(place: SamplePlace): JsonValue | undefined {
  try {
    const text = localStorage.getItem(nameOf(place))
    return text === null ? undefined : JsonValue.parse(JSON.parse(text))
  } catch {
    return undefined
  }
}

/** Stores or removes the sample in this browser. */
export function keepSample(place: SamplePlace, sample: JsonValue | undefined): void {
  try {
    const text = sample === undefined ? null : JSON.stringify(sample)
    if (text === null || text.length > MAX_CHARACTERS) localStorage.removeItem(nameOf(place))
    else localStorage.setItem(nameOf(place), text)
  } catch {
    // Storage is full or blocked: the sample remains in memory.
  }
}
