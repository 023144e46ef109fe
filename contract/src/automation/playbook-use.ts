import { z } from 'zod'
import { PlaybookKey } from './automation.ts'
import { Label } from '../field-types/common-settings.ts'
import { PlaybookId } from '../kernel/ids.ts'

/** A playbook whose published version or draft uses something, with the keys of the steps that do. */
export const PlaybookUse = z.object({
  playbookId: PlaybookId,
  key: PlaybookKey,
  title: Label,
  /** Keys of steps; of triggers with `trigger ` before them. */
  steps: z.array(z.string()),
  inDraft: z.boolean(),
  inPublished: z.boolean(),
})
export type PlaybookUse = z.infer<typeof PlaybookUse>
