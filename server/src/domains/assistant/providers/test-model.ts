import type { ModelDraft, tryModel as tryModelRoute } from '@caseloom/contract/assistant/assistant-models'
import type { RouteReply } from '@caseloom/contract/kernel/route'
import type { Actor } from '@caseloom/contract/kernel/permissions'
import { audit } from '../../../platform/audit/audit.ts'
import { fail } from '../../../platform/errors.ts'
import { newId } from '../../../platform/uuid.ts'
import { endOf, placeOf } from './ask-model.ts'
import { guardedFetch } from './guarded-fetch.ts'
import type { ModelDeps } from './model-deps.ts'
import { failureOfError, ModelError, type ModelFailure } from './model-failure.rules.ts'
import { openKey } from './model-key.ts'
import { issuesOf } from './model-settings.ts'
import { readModel, type StoredModel } from './model.store.ts'
import { openModel } from './open-model.ts'
import { addSent } from './sent.store.ts'
import { type ChatCompletion, completeChat } from './chat-completion.ts'

const LONGEST_MS = 30_000
const MAX_TEXT = 500

export type TestModelDeps = Pick<ModelDeps, 'system' | 'secrets' | 'outbound' | 'privateNetworks'>
export interface TestModel {
  accountId: string
  draft: ModelDraft
  actor: Actor
  ip: string
  signal: AbortSignal
}

/** Asks the model of a draft one question without data. Throws request.invalid with the fault at its setting. */
export async function testModel(
  deps: TestModelDeps,
  command: TestModel,
): Promise<RouteReply<typeof tryModelRoute>> {
  const { accountId, draft, actor, ip } = command
  const before = await deps.system.read((tx) => readModel(tx, accountId))
  const issues = issuesOf(draft, before)
  if (draft.provider === 'none')
    issues.push({ path: ['body', 'provider'], code: 'required', message: 'Select a provider first' })
  if (issues.length > 0) throw fail('request.invalid', { issues })
  const { apiKey: given, revision: _revision, ...settings } = draft
  const row = { ...before, settings }
  const id = newId()
  const apiKey = await deps.system.tx(async (tx) => {
    const user = { id: actor.id ?? actor.personId ?? id, name: actor.name }
    await addSent(tx, { ...placeOf(row), id, accountId, tenantId: null, user })
    const object = { kind: 'account', id: accountId, name: settings.model }
    await audit(tx, { accountId, actor, action: 'assistant.model_tried', object, ip })
    return given === undefined ? openKey(deps.secrets, tx, before) : given
  })
  const begun = Date.now()
  const trial: Trial = { talk: aTalk(), text: '' }
  const failure = await attempt(deps, command, { settings, apiKey, begun, trial })
  await endOf(deps, { id, row, begun, failure, work: { called: [] }, ...trial })
  if (failure !== null) throw refused(failure)
  const { tokensIn, tokensOut } = trial.talk
  const text = trial.text.trim().slice(0, MAX_TEXT)
  return { text, tokensIn, tokensOut, milliseconds: Date.now() - begun }
}

interface Trial {
  talk: ChatCompletion
  text: string
}

function aTalk(): ChatCompletion {
  const content = 'Answer with one short sentence that says which model you are.'
  return {
    instructions: 'This is a test of a connection.',
    messages: [{ role: 'user', content }],
    tokensIn: 0,
    tokensOut: 0,
    reckoned: false,
  }
}

async function attempt(
  deps: TestModelDeps,
  { accountId, signal }: TestModel,
  how: { settings: StoredModel; apiKey: string | null; begun: number; trial: Trial },
): Promise<ModelFailure | null> {
  const { settings, apiKey, begun, trial } = how
  try {
    const fetch = guardedFetch({
      outbound: deps.outbound,
      privateRangesAllowed: await deps.privateNetworks(accountId),
      deadline: begun + Math.min(settings.timeoutSeconds * 1000, LONGEST_MS),
      signal,
    })
    await completeChat(trial.talk, {
      model: await openModel(settings, apiKey, fetch),
      settings,
      tools: [],
      signal,
      tokensLeft: Number.POSITIVE_INFINITY,
      onText: (delta) => void (trial.text += delta),
      onTool: () => undefined,
      call: async () => ({}),
      beforeStep: async () => undefined,
    })
    return trial.text.trim() === ''
      ? { outcome: 'unreadable', detail: 'The model returned an empty answer' }
      : null
  } catch (error) {
    return error instanceof ModelError ? error.failure : failureOfError(error)
  }
}

function refused({ detail, at = 'baseUrl', outcome }: ModelFailure) {
  return fail('request.invalid', { issues: [{ path: ['body', at], code: outcome, message: detail }] })
}
