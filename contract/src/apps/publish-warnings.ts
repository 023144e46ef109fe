import { z } from 'zod'
import { Issue } from '../kernel/errors.ts'
import { SentencePart } from '../values/sentence-parts.ts'

/**
 * What publishing asks about first, as an issue of `app.confirm_first`: a saved test that fails, and what names a role
 * or an on-call schedule that doesn’t exist.
 */
export const PublishWarning = Issue.extend({
  code: z.enum(['test_fails', 'unknown_role', 'unknown_schedule']),
  about: z.enum(['test', 'rule', 'layout', 'field']),
  /** Of the test, rule, or layout; the key of the field. */
  id: z.string(),
  name: z.string(),
  /** The rule as a sentence, where it has no name of its own. */
  said: z.array(SentencePart).optional(),
  /** How the outcome of a test differs, a sentence for each difference. */
  details: z.array(z.array(SentencePart)),
})
export type PublishWarning = z.infer<typeof PublishWarning>

/** Publishes although tests fail or roles are missing; without it, the answer is `app.confirm_first` and nothing changes. */
export const ConfirmedWarnings = z.boolean().optional()
