import { ModelDraft } from '@caseloom/contract/assistant/assistant-models'
import { z } from 'zod'
import type { Tx } from '../../../platform/database/types.ts'

const RevisionSettingsRow = z.object({
  revision: z.number(),
  settings: z.unknown(),
  api_key: z.string().nullable(),
  data_since: z.date(),
})

/** The settings as stored in one document; the key is encrypted and stored separately. */
export const StoredModel = ModelDraft.omit({ apiKey: true, revision: true })
export type StoredModel = z.infer<typeof StoredModel>

export interface ModelRow {
  accountId: string
  /** 0: nothing was saved yet. */
  revision: number
  settings: StoredModel
  /** Sealed. */
  apiKey: string | null
  /** What was said before this instant is not sent: less may go out since then. */
  dataSince: Date
}

const UNSET: StoredModel = {
  provider: 'none',
  baseUrl: '',
  model: '',
  temperature: null,
  maxOutputTokens: 2048,
  timeoutSeconds: 60,
  limits: { questionsPerUserPerHour: 60, tokensPerDay: 2_000_000, costPerMonth: null },
  prices: { currency: 'USD', inputPerMillion: 0, outputPerMillion: 0 },
  sends: { recordValues: true, excludedApps: [], excludedFields: [] },
  logDays: 30,
}

/** The account's model; that of an account which has set none when there is no row. */
export async function readModel(tx: Tx, accountId: string): Promise<ModelRow> {
  const rows = await tx.rows(
    RevisionSettingsRow,
    'select revision, settings, api_key, data_since from caseloom.assistant_model where account_id = $1',
    [accountId],
  )
  const [row] = rows
  if (row === undefined)
    return { accountId, revision: 0, settings: UNSET, apiKey: null, dataSince: new Date(0) }
  return {
    accountId,
    revision: row.revision,
    settings: StoredModel.parse(row.settings),
    apiKey: row.api_key,
    dataSince: row.data_since,
  }
}

/** Writes the next revision; false if someone else saved first. */
export async function writeModel(tx: Tx, row: ModelRow): Promise<boolean> {
  const rows = await tx.query(
    `insert into caseloom.assistant_model (account_id, revision, settings, api_key, data_since)
     values ($1, $2 + 1, $3, $4, $5)
     on conflict (account_id) do update
        set revision = excluded.revision, settings = excluded.settings, api_key = excluded.api_key,
            data_since = excluded.data_since
      where assistant_model.revision = $2
     returning revision`,
    [row.accountId, row.revision, JSON.stringify(row.settings), row.apiKey, row.dataSince],
  )
  return rows.length > 0
}
