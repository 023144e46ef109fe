import type { ModelDraft } from '@caseloom/contract/assistant-models'
import { setTimeout as pause } from 'node:timers/promises'
import type { RouteReply } from '@caseloom/contract/route'
import type { tryModel as tryModelRoute } from '@caseloom/contract/assistant-models'
import type { Actor } from '@caseloom/contract/permissions'
import { audit } from '../../../platform/audit/audit.ts'
import { fail } from '../../../platform/errors.ts'
import { newId } from '../../../platform/uuid.ts'
import { placeOf } from './ask-model.ts'
import { guardedFetch } from './guarded-fetch.ts'
import { costOf } from './limits.rules.ts'
import type { ModelDeps } from './model-deps.ts'
import { failureOfError, ModelError, type ModelFailure } from './model-failure.rules.ts'
import { openKey } from './model-key.ts'
import { issuesOf } from './model-settings.ts'
import { readModel } from './model.store.ts'
import { openModel } from './open-model.ts'
import { addSent, endSent } from './sent.store.ts'
import { sentMessages, type Talk, talkToModel } from './talk-to-model.ts'

const LONGEST_MS = 30_000
const MOST_TEXT = 500

export type TryDeps = Pick<ModelDeps, 'system' | 'secrets' | 'outbound' | 'privateNetworks'>
export interface TryModel {
  accountId: string
  draft: ModelDraft
  actor: Actor
  ip: string
  signal: AbortSignal
}

/** Asks the model of a draft one question without data. Throws request.invalid with the fault at its setting. */
export async function tryModel(
  deps: TryDeps,
  { accountId, draft, actor, ip, signal }: TryModel,
): Promise<RouteReply<typeof tryModelRoute>> {
  const before = await deps.system.read((tx) => readModel(tx, accountId))
  const issues = issuesOf(draft, before)
  if (draft.provider === 'none')
    issues.push({ path: ['body', 'provider'], code: 'required', message: 'Choose a provider first' })
  if (issues.length > 0) throw fail('request.invalid', { issues })
  const { apiKey: given, revision: _revision, ...settings } = draft
  const row = { ...before, settings }
  const id = newId()
  const apiKey = await deps.system.tx(async (tx) => {
    await addSent(tx, {
      ...placeOf(row),
      id,
      accountId,
      tenantId: null,
      user: { id: actor.id ?? actor.personId ?? id, name: actor.name },
    })
    const object = { kind: 'account', id: accountId, name: settings.model }
    await audit(tx, { accountId, actor, action: 'assistant.model_tried', object, ip })
    return given === undefined ? openKey(deps.secrets, tx, before) : given
  })
  const begun = Date.now()
  const talk: Talk = {
    instructions: 'This is a test of a connection.',
    messages: [{ role: 'user', content: 'Answer with one short sentence that says which model you are.' }],
    tokensIn: 0,
    tokensOut: 0,
    reckoned: false,
  }
  let text = ''
  const failure = await attempt()
  const milliseconds = Date.now() - begun
  const { tokensIn, tokensOut, reckoned } = talk
  await deps.system.tx((tx) =>
    endSent(tx, {
      id,
      accountId,
      outcome: failure?.outcome ?? 'answered',
      tokensIn,
      tokensOut,
      reckoned,
      cost: costOf(settings, tokensIn, tokensOut),
      milliseconds,
      tools: [],
      messages: sentMessages(talk),
      answer: text,
    }),
  )
  if (failure !== null) throw refused(failure)
  return { text: text.trim().slice(0, MOST_TEXT), tokensIn, tokensOut, milliseconds }

  async function attempt(): Promise<ModelFailure | null> {
    try {
      const fetch = guardedFetch({
        outbound: deps.outbound,
        privateRangesAllowed: await deps.privateNetworks(accountId),
        deadline: begun + Math.min(settings.timeoutSeconds * 1000, LONGEST_MS),
        signal,
        pause: async (ms, stop) => void (await pause(ms, undefined, { signal: stop })),
      })
      await talkToModel(talk, {
        model: await openModel(settings, apiKey, fetch),
        settings,
        tools: [],
        signal,
        tokensLeft: Number.POSITIVE_INFINITY,
        onText: (delta) => void (text += delta),
        onTool: () => undefined,
        call: async () => ({}),
        beforeStep: async () => undefined,
      })
      return text.trim() === '' ? { outcome: 'unreadable', detail: 'The model gave an empty answer' } : null
    } catch (error) {
      return error instanceof ModelError ? error.failure : failureOfError(error)
    }
  }
}

function refused({ detail, at = 'baseUrl', outcome }: ModelFailure) {
  return fail('request.invalid', { issues: [{ path: ['body', at], code: outcome, message: detail }] })
}
