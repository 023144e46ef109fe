import { z } from 'zod'

/** What a playbook may do, in display order. */
export const STATEMENT_ACTS = [
  'readRecords',
  'createRecords',
  'changeRecords',
  'commentOnRecords',
  'deleteRecords',
  'sendMail',
  'notifyPeople',
  'askPeople',
  'askApproval',
  'callHosts',
  'useConnectors',
  'askHeroAi',
  'setVerdicts',
  'keepValues',
  'changeTables',
  'runComponents',
] as const
export type StatementActKind = (typeof STATEMENT_ACTS)[number]

export const StatementAct = z.object({
  kind: z.enum(STATEMENT_ACTS),
  /** Apps, hosts, connectors, or components that the reader may know of. */
  names: z.array(z.string()),
  /** How many more there are that the reader may not know of. */
  hidden: z.int().min(0),
  /** Others are chosen while it runs. */
  open: z.boolean(),
})
export type StatementAct = z.infer<typeof StatementAct>

/** What one playbook does, and with whose permissions. */
export const StatementPart = z.object({
  /** False for the components that the playbook calls. */
  isMain: z.boolean(),
  /** Null for a component that is not shared with the reader. */
  title: z.string().nullable(),
  /** `yours`: of the person who starts it; `publisher`: of the person who published it. */
  permissions: z.enum(['yours', 'publisher']),
  publisher: z.string().nullable(),
  acts: z.array(StatementAct),
})
export type StatementPart = z.infer<typeof StatementPart>

/** What a person confirms before they start a playbook for the first time, and again when it asks for more. */
export const Statement = z.object({
  /** Sent as `statement` to confirm exactly this one. */
  id: z.string(),
  /** The playbook first, then the components that it calls. */
  parts: z.array(StatementPart),
})
export type Statement = z.infer<typeof Statement>

/** The id of the statement that the person confirms with this request. */
export const ConfirmedStatement = z.string().max(100).optional()
