import { Expectation } from '@caseloom/contract/apps/workflow'
import type { JsonValue } from '@caseloom/contract/kernel/json'
import type { Aspect } from '@caseloom/workflow/form-context'

type Message = Expectation['messages'][number]

/** One thing that a test expects, as a row of its editor. */
export type ExpectedLine = { id: string } & (
  | { kind: 'item'; item: string; aspect: Aspect; value: boolean }
  | { kind: 'value'; field: string; value: JsonValue }
  | { kind: 'offered'; field: string; options: string[] }
  | { kind: 'message'; message: Message }
)

const ASPECTS: readonly Aspect[] = Expectation.shape.items.valueType.keyof().options
const ASPECTS_OF: Record<string, readonly Aspect[]> = {
  field: ['visible', 'required', 'readOnly'],
  section: ['visible', 'collapsed', 'readOnly'],
  tab: ['visible', 'readOnly'],
  button: ['offered', 'visible'],
  block: ['visible', 'collapsed'],
}

/** What a test can expect of an item, by its kind. */
export function aspectsOf(item: string): readonly Aspect[] {
  return ASPECTS_OF[item.slice(0, item.indexOf(':'))] ?? ['visible']
}

/** What a test expects, a row for each part; `newId` names the rows. */
export function linesOf(expect: Expectation, newId: () => string): ExpectedLine[] {
  const { items, values, options, messages } = expect
  return [
    ...Object.entries(items).flatMap(([item, states]) =>
      ASPECTS.flatMap((aspect): ExpectedLine[] => {
        const value = states[aspect]
        return value === undefined ? [] : [{ id: newId(), kind: 'item', item, aspect, value }]
      }),
    ),
    ...Object.entries(values).map(
      ([field, value]): ExpectedLine => ({ id: newId(), kind: 'value', field, value }),
    ),
    ...Object.entries(options).map(
      ([field, keys]): ExpectedLine => ({ id: newId(), kind: 'offered', field, options: [...keys] }),
    ),
    ...messages.map((message): ExpectedLine => ({ id: newId(), kind: 'message', message })),
  ]
}

/** What the rows expect together; of two about the same thing, the later one counts. */
export function expectationOfLines(lines: readonly ExpectedLine[]): Expectation {
  const expect: Expectation = { items: {}, options: {}, values: {}, messages: [] }
  for (const line of lines) {
    switch (line.kind) {
      case 'item':
        expect.items[line.item] = { ...expect.items[line.item], [line.aspect]: line.value }
        break
      case 'value':
        expect.values[line.field] = line.value
        break
      case 'offered':
        expect.options[line.field] = line.options
        break
      case 'message':
        expect.messages.push(line.message)
        break
      default:
        line satisfies never
    }
  }
  return expect
}
