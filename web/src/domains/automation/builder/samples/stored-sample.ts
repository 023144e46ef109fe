import { JsonValue } from '@caseloom/contract/kernel/json'
import { z } from 'zod'
import { storedDraft } from '../../../../data/stored-draft.ts'

export interface SamplePlace {
  tenantId: string
  userId: string
  playbookId: string
}

/** Larger samples live only as long as the page. */
const MAX_CHARACTERS = 200_000

// In an object: a sample may be null, which alone would be no draft.
const Sample = z.object({ sample: JsonValue })
const stored = ({ tenantId, userId, playbookId }: SamplePlace) =>
  storedDraft(`caseloom.playbook-sample.${tenantId}.${userId}.${playbookId}`, Sample)

/** The sample that this person pasted for the playbook; undefined when there is none or it can't be parsed. */
export function readSample(place: SamplePlace): JsonValue | undefined {
  return stored(place).read()?.sample
}

/** Stores or removes the sample in this browser. */
export function keepSample(place: SamplePlace, sample: JsonValue | undefined): void {
  const isSmall = sample !== undefined && JSON.stringify(sample).length <= MAX_CHARACTERS
  stored(place).write(isSmall ? { sample } : null)
}
