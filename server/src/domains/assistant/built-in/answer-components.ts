import type { ComponentView } from '@caseloom/contract/automation/builder'
import type { JsonObject } from '@caseloom/contract/kernel/json'
import { offeredComponents, offerOf } from '../tools/component-tools.ts'
import { componentSource } from '../tools/places.ts'
import { type BuiltInDeps, type Inquiry, type Part, plain } from '../questions/built-in-deps.ts'
import { fillInputs } from '../help/fill-inputs.rules.ts'
import { stem, wordsOf } from '../help/words.rules.ts'

const MAX_OFFERS = 3
/** So much of a component's title must be asked for. */
const LEAST = 0.6

/** What people say for what components do, and do it to. */
const DEEDS: ReadonlyMap<string, string> = new Map(
  Object.entries({
    isolate: 'quarantine contain cut disconnect off network',
    host: 'machine computer workstation endpoint pc laptop server device',
    block: 'ban deny blacklist blocklist firewall',
    reset: 'renew',
    lookup: 'enrich',
    notify: 'inform',
    disable: 'deactivate suspend',
    address: 'ip',
  }).flatMap(([meant, said]) => said.split(' ').map((word): [string, string] => [stem(word), stem(meant)])),
)

const deedsOf = (text: string) => new Set(wordsOf(text).map((word) => DEEDS.get(word) ?? word))

/** Components that do what is asked, with the inputs that the question names; null when none does. */
export async function answerWithComponents(deps: BuiltInDeps, inquiry: Inquiry): Promise<Part | null> {
  const { question } = inquiry
  const components = await offeredComponents(deps, inquiry)
  if (components.length === 0) return null
  const asked = deedsOf(question)
  const fitting = components
    .map((component) => ({ component, ...fillInputs(component.inputs, inquiry) }))
    .filter(({ component, values }) => usesAll(component, asked, values))
    .map((one) => ({ ...one, score: scoreOf(one.component, asked, one.filled) }))
    .filter(({ score }) => score >= LEAST)
    .toSorted((a, b) => b.score - a.score)
    .slice(0, MAX_OFFERS)
  if (fitting.length === 0) return null
  const one = fitting.length === 1
  const missing =
    one && fitting[0]?.missing.length ? ` Fill in ${fitting[0].missing.map(plain).join(', ')} first.` : ''
  return {
    text: `${one ? 'This component can do that.' : 'These components may help.'} Nothing runs until you press Run.${missing}`,
    sources: fitting.map(({ component }) => componentSource(inquiry, component)),
    offers: fitting.map(({ component, values }) => offerOf(component, values)),
  }
}

/** Every word of the question is the component's or a value for it: else something was asked that it does not do. */
function usesAll(
  { title, description, inputs }: ComponentView,
  asked: ReadonlySet<string>,
  values: JsonObject,
): boolean {
  const known = deedsOf(
    `${title} ${description ?? ''} ${JSON.stringify(inputs)} ${Object.values(values).map(String).join(' ')}`,
  )
  return [...asked].every((word) => known.has(word) || /\d/.test(word))
}

/** The first word of a title is what is done: without it, or its like, nothing of it was asked for. */
function scoreOf(component: ComponentView, asked: ReadonlySet<string>, filled: number): number {
  const title = [...deedsOf(component.title)]
  const [deed] = title
  if (deed === undefined || !asked.has(deed)) return 0
  const hits = title.filter((word) => asked.has(word)).length
  // What the question names says what it is done to.
  return Math.min(1, (hits + Math.min(filled, 1)) / title.length)
}

/** The components that one may run, as an answer to what there is. */
export async function listedComponents(deps: BuiltInDeps, inquiry: Inquiry): Promise<Part['sources']> {
  const components = await offeredComponents(deps, inquiry)
  return components.slice(0, 10).map((component) => componentSource(inquiry, component))
}
