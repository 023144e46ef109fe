import type { ChatMessage } from '@caseloom/contract/assistant/assistant'
import type { ModelDraft } from '@caseloom/contract/assistant/assistant-models'
import type { Actor } from '@caseloom/contract/kernel/permissions'
import type { Answer, Answerer, AnswerNews } from '../asking/answerer.ts'
import { assistantMigrations } from '../assistant.migrations.ts'
import { createChoosingAnswerer } from './choose-answerer.ts'
import type { ModelDeps } from './model-deps.ts'
import { readModelSettings, saveModel } from './model-settings.ts'
import type { AssistantTool } from '../tools/tool.ts'
import type { TenantScope } from '../../../platform/database/types.ts'
import { createOutbound } from '../../../platform/outbound/outbound.ts'
import { secretsMigrations } from '../../../platform/secrets/secrets.migrations.ts'
import { createInstallationSecrets } from '../../../platform/secrets/secrets.ts'
import { randomBytes } from 'node:crypto'
import pino from 'pino'
import { anActor, anInstallation } from '@caseloom/testkit/installation'
import { type ModelStub, startModelStub } from '@caseloom/testkit/model-stub'

export const BUILT_IN = 'What the built-in answerer says.'
const builtIn: Answerer = {
  async answer(_question, { report }) {
    report({ kind: 'text', delta: BUILT_IN })
    return {
      text: BUILT_IN,
      sources: [],
      offers: [],
      drafts: [],
      answeredBy: { kind: 'builtIn', name: 'Built-in answerer' },
    }
  },
}

export interface AskedModel {
  answer: Answer
  news: AnswerNews[]
  /** The text as it streamed. */
  streamed: string
}

/** An installation with a language model on loopback and tools of the test. */
export interface ModelsFixture {
  deps: ModelDeps
  stub: ModelStub
  /** An account with this model, and someone in its tenant. */
  anAccount(over?: Partial<ModelDraft>): Promise<{ scope: TenantScope; actor: Actor }>
  set(at: { scope: TenantScope; actor: Actor }, over: Partial<ModelDraft>): Promise<void>
  ask(
    at: { scope: TenantScope; actor: Actor },
    question?: string,
    more?: { history?: ChatMessage[]; signal?: AbortSignal; report?: (news: AnswerNews) => void },
  ): Promise<AskedModel>
  close(): Promise<void>
}

/** Draft settings that lead to the stub. */
export function aModel(stub: ModelStub, over: Partial<ModelDraft> = {}): ModelDraft {
  return {
    provider: 'openaiCompatible',
    baseUrl: stub.baseUrl,
    model: 'tiny',
    temperature: null,
    maxOutputTokens: 500,
    timeoutSeconds: 30,
    limits: { questionsPerUserPerHour: null, tokensPerDay: null, costPerMonth: null },
    prices: { currency: 'EUR', inputPerMillion: 1000, outputPerMillion: 2000 },
    sends: { recordValues: true, excludedApps: [], excludedFields: [] },
    logDays: 30,
    apiKey: 'planted-secret-key',
    revision: 0,
    ...over,
  }
}

/** Builds it; `tools` is called for each question. */
export async function createModelsFixture(tools: readonly AssistantTool[]): Promise<ModelsFixture> {
  const installation = await anInstallation('assistant-models', [
    ...secretsMigrations,
    ...assistantMigrations,
  ])
  const stub = await startModelStub()
  const outbound = createOutbound({ allow: [{ host: '127.0.0.1', port: stub.port }], ownPorts: [] })
  const { system } = installation.database
  const deps: ModelDeps = {
    system,
    secrets: createInstallationSecrets(randomBytes(32)),
    outbound,
    privateNetworks: async () => false,
    tools,
    apps: { listApps: async () => [] },
    recordAt: async () => 'ALR-7',
    builtIn,
    log: pino({ level: 'silent' }),
  }
  const answerer = createChoosingAnswerer(deps)
  const set: ModelsFixture['set'] = async ({ scope, actor }, over) => {
    const { accountId } = scope
    const { revision } = await readModelSettings(deps, accountId)
    await saveModel(deps, { accountId, actor, ip: '127.0.0.1', draft: aModel(stub, { ...over, revision }) })
  }
  return {
    deps,
    stub,
    set,
    async anAccount(over = {}) {
      const scope = await installation.aTenant()
      const at = { scope, actor: anActor(scope) }
      await set(at, over)
      return at
    },
    async ask({ scope, actor }, question = 'What is open?', more = {}) {
      const news: AnswerNews[] = []
      const answer = await answerer.answer(question, {
        scope,
        actor,
        place: {},
        timeZone: 'UTC',
        history: more.history ?? [],
        signal: more.signal ?? new AbortController().signal,
        report(each) {
          news.push(each)
          more.report?.(each)
        },
      })
      return { answer, news, streamed: news.map((each) => (each.kind === 'text' ? each.delta : '')).join('') }
    },
    async close() {
      await stub.close()
      await outbound.close()
      await installation.close()
    },
  }
}
