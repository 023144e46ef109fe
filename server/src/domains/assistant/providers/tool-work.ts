import type { ChatDraft } from '@caseloom/contract/assistant/assistant'
import type { JsonObject, JsonValue } from '@caseloom/contract/kernel/json'
import { may } from '@caseloom/contract/kernel/permissions'
import { isFailure } from '../../../platform/errors.ts'
import type { Asking, Offer } from '../asking/answerer.ts'
import { callTool } from '../tools/assistant-tools.ts'
import type { ToolResult } from '../tools/tool.ts'
import { Sources } from './answer-links.rules.ts'
import { type Keeping, maskedText, refusalOf, withheldBy, withoutExcluded } from './data-policy.rules.ts'
import type { ModelDeps } from './model-deps.ts'
import type { StoredModel } from './model.store.ts'

const MAX_OFFERS = 3
const MAX_DRAFTS = 3

type Asker = Asking & { signal: AbortSignal }

/** What tools do for one question, and what is gathered of it for the answer. */
export interface ToolWork {
  sources: Sources
  offers: Offer[]
  drafts: ChatDraft[]
  /** Names of the tools that were called, in order. */
  called: string[]
  keeping: Keeping
  /** Runs one tool; what it found, fit to be sent. Never throws but when the question was stopped. */
  call(name: string, input: unknown): Promise<JsonObject>
}

/** Begins the work of tools for one question. */
export async function beginToolWork(
  deps: Pick<ModelDeps, 'tools' | 'apps' | 'log'>,
  asker: Asker,
  policy: StoredModel['sends'],
): Promise<ToolWork> {
  const { scope, actor } = asker
  const apps = may(actor, 'app:read') ? await deps.apps.listApps(scope, actor) : []
  const keeping: Keeping = { policy, apps, masked: new Set() }
  const withheld = withheldBy(policy)
  const work: ToolWork = {
    sources: new Sources(),
    offers: [],
    drafts: [],
    called: [],
    keeping,
    async call(name, input) {
      work.called.push(name)
      const tool = deps.tools.find((one) => one.name === name)
      if (tool === undefined) return { error: `Unknown tool ${name.slice(0, 60)}` }
      const refusal = refusalOf(name, input, keeping)
      if (refusal !== null) return { error: refusal }
      try {
        return take(work, await callTool(tool, { ...asker, withheld }, input))
      } catch (error) {
        asker.signal.throwIfAborted()
        if (!isFailure(error)) deps.log.warn({ err: error, tool: name }, 'assistant tool failed')
        const said = isFailure(error) ? error.message : 'The tool failed'
        return { error: maskedText(said.slice(0, 500), keeping) }
      }
    },
  }
  return work
}

/** Keeps what a result brings for the answer; the rest, with the names of its sources, goes to the model. */
function take(work: ToolWork, { content, sources, offers = [], drafts = [] }: ToolResult): JsonObject {
  for (const offer of offers)
    if (work.offers.length < MAX_OFFERS && work.offers.every((one) => one.playbookId !== offer.playbookId))
      work.offers.push(offer)
  for (const draft of drafts) if (work.drafts.length < MAX_DRAFTS) work.drafts.push(draft)
  const clean = withoutExcluded(content, work.keeping)
  const byNumber = new Map<string, string>()
  const named: JsonObject[] = []
  for (const source of sources) {
    const ref = work.sources.add(source)
    // The title of a record is a value of it: its number alone ties it to its source.
    const number = source.kind === 'record' ? /^\S+/.exec(source.title)?.[0] : undefined
    if (number !== undefined) byNumber.set(number, ref)
    else named.push({ ref, kind: source.kind, title: maskedText(source.title, work.keeping) })
  }
  return { data: withRefs(clean, byNumber), sources: named }
}

function withRefs(value: JsonValue, byNumber: ReadonlyMap<string, string>): JsonValue {
  if (Array.isArray(value)) return value.map((each) => withRefs(each, byNumber))
  if (typeof value !== 'object' || value === null) return value
  const { trackingId } = value
  const ref = typeof trackingId === 'string' ? byNumber.get(trackingId) : undefined
  const rest = Object.entries(value).map(([key, each]) => [key, withRefs(each, byNumber)])
  return { ...(ref === undefined ? {} : { ref }), ...Object.fromEntries(rest) }
}
