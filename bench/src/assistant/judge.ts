import type { ChatMessage, Understood } from '@caseloom/contract/assistant/assistant'
import type { Filter } from '@caseloom/contract/values/filter'
import { type Around, type Atom, atomsOf, sameConditions, wantedOf } from './match-query.ts'
import type { Expectation } from './question-set.ts'
import { sameStretch, stretchOf } from './times.ts'

export type Verdict = 'right' | 'missed' | 'wrong'
export type Judged = Pick<ChatMessage, 'sources' | 'drafts' | 'components' | 'content' | 'understood'>

/** A decline leads nowhere: at most to chips that one may edit. */
export function isDecline({ sources, drafts, components }: Judged): boolean {
  return sources.length === 0 && drafts.length === 0 && components.length === 0
}

/** What an answer is worth by what was expected of it. */
export function judge(message: Judged, expectations: readonly Expectation[], around: Around): Verdict {
  const mayDecline = expectations.some(({ decline, declineOk }) => decline === true || declineOk === true)
  if (isDecline(message)) return mayDecline ? 'right' : 'missed'
  return expectations.some((one) => fits(message, one, around)) ? 'right' : 'wrong'
}

const list = (value: string | readonly string[] | undefined): readonly string[] =>
  value === undefined ? [] : typeof value === 'string' ? [value] : value

function fits(message: Judged, expected: Expectation, around: Around): boolean {
  if (expected.decline === true) return false
  if (expected.page !== undefined) {
    const [first] = message.sources
    return (
      first?.kind === 'help' &&
      list(expected.page).some((page) => first.to.replace(/#.*$/, '') === `/help/${page}`)
    )
  }
  if (expected.record !== undefined) return fitsRecord(message, expected)
  if (expected.dashboard !== undefined || expected.workspace !== undefined)
    return message.sources.some(({ title }) => title.includes(expected.dashboard ?? expected.workspace ?? ''))
  if (expected.steps !== undefined) return fitsDraft(message, expected)
  if (expected.app !== undefined) return fitsQuery(message, expected, around)
  return false
}

function fitsRecord({ sources, content }: Judged, { record, asks = [], answer }: Expectation): boolean {
  const own = sources.filter(({ kind }) => kind === 'record').map(({ title }) => title.split(' ')[0] ?? '')
  if (!list(record).every((id) => own.includes(id)) || own.length !== list(record).length) return false
  const said = content.replaceAll('\\', '').toLowerCase()
  if (asks.length === 0) return true
  const answers = list(answer).flatMap((text) => text.split(', '))
  const isOpen =
    answers.length === 0 || answers.some((text) => text.startsWith('$') || text === 'nothing yet')
  return isOpen ? said.length > 0 : answers.every((text) => said.includes(text.toLowerCase()))
}

function fitsDraft({ drafts }: Judged, { trigger, steps = [], mustMention = [] }: Expectation): boolean {
  const [draft] = drafts
  if (draft?.kind !== 'playbook') return false
  const text = JSON.stringify(draft.value)
  const kinds = [...text.matchAll(/"kind":"(\w+)"/g)].map(([, kind]) => kind)
  const triggers = list(trigger)
  const isTriggered = kinds.length === 0 ? triggers.includes('none') : triggers.includes(kinds[0] ?? '')
  const actions = [...text.matchAll(/"action":"([\w.]+)"/g)].map(([, action]) => action ?? '')
  let at = 0
  const isDone = steps.every((wanted) => {
    const found = actions.findIndex(
      (action, place) =>
        place >= at &&
        wanted.some((one) => (one.endsWith('*') ? action.startsWith(one.slice(0, -1)) : action === one)),
    )
    at = found + 1
    return found >= 0
  })
  return isTriggered && isDone && mustMention.every((word) => text.toLowerCase().includes(word.toLowerCase()))
}

const chipsOf = ({ chips }: Understood, kind: Understood['chips'][number]['kind']) =>
  chips.filter((chip) => chip.kind === kind)
const valueOf = (understood: Understood, kind: Understood['chips'][number]['kind']) =>
  chipsOf(understood, kind)[0]?.value ?? null
const FUNCTIONS: Readonly<Record<string, string>> = { average: 'avg', sum: 'sum', min: 'min', max: 'max' }

function fitsQuery({ understood }: Judged, expected: Expectation, around: Around): boolean {
  if (understood === null || understood === undefined || understood.unknown.length > 0) return false
  const apps = list(expected.app)
  const { key } = understood.subject
  if (key === '$all') return apps.length > 1 && fitsText(understood, expected)
  if (apps.length !== 1 || apps[0] !== key) return false
  return fitsFilter(understood, expected, around) && fitsShape(understood, expected, around)
}

/** A search over all apps says one thing: the text. */
function fitsText(understood: Understood, { where = [] }: Expectation): boolean {
  const [condition] = where
  const value = Array.isArray(condition) ? condition[2] : null
  return where.length === 1 && String(value).toLowerCase() === valueOf(understood, 'text')?.toLowerCase()
}

/** Conditions that a list has without being asked. */
function implied(key: string, atoms: readonly Atom[]): Atom[] {
  const has = (field: string) => atoms.some((atom) => atom.kind === 'plain' && atom.field === field)
  const plain = (field: string, ...values: string[]): Atom => ({
    kind: 'plain',
    field,
    op: 'in',
    values: values.sort(),
  })
  if (key === '$task')
    return [
      ...atoms.filter((atom) => atom.kind !== 'plain' || atom.field !== 'state' || atom.op !== 'notIn'),
      plain('state', 'todo', 'doing', 'blocked'),
    ]
  if (key !== '$approval') return [...atoms]
  const boxed = has('box') ? [...atoms] : [...atoms, plain('box', 'mine')]
  const isMine = boxed.some(
    (atom) => atom.kind === 'plain' && atom.field === 'box' && atom.values[0] === 'mine',
  )
  return has('state') || !isMine ? boxed : [...boxed, plain('state', 'open')]
}

function fitsFilter(understood: Understood, { where = [] }: Expectation, around: Around): boolean {
  const filters: Filter[] = chipsOf(understood, 'filter').flatMap(({ filter }) =>
    filter === null ? [] : [filter],
  )
  const text = valueOf(understood, 'text')
  const own = implied(understood.subject.key, atomsOf(filters, around))
  const words: Atom[] =
    text === null
      ? []
      : [
          {
            kind: 'plain',
            field: '$text',
            op: 'contains',
            values: [text.toLowerCase().replaceAll(/[_\s-]+/g, ' ')],
          },
        ]
  const wanted = where.map((one) => wantedOf(one, around))
  return sameConditions([...own, ...words], wanted, around.now)
}

function fitsShape(understood: Understood, expected: Expectation, around: Around): boolean {
  const { measure, group, step, sort, limit, maybeLimit, compareWith } = expected
  const own = valueOf(understood, 'measure')
  const [of = '', field] = own === null ? [] : own.split(':')
  if (measure === undefined || (measure.fn === 'count' && own === null)) {
    if (own !== null && !(measure?.fn === 'count' && own === 'count')) return false
  } else if ((FUNCTIONS[of] ?? of) !== measure.fn || (field ?? '') !== (measure.field ?? '')) return false
  const steps = valueOf(understood, 'step')
  if ((step ?? null) !== steps) return false
  const grouped = valueOf(understood, 'group')
  const wantedGroup = step === undefined ? list(group) : []
  if (wantedGroup.length === 0 ? grouped !== null : !wantedGroup.includes(grouped ?? '')) return false
  if ((compareWith === undefined) !== (valueOf(understood, 'compare') === null)) return false
  if (compareWith !== undefined && !fitsCompare(understood, expected, around)) return false
  const own1 = valueOf(understood, 'limit')
  const limits = [limit, maybeLimit].filter((one) => one !== undefined)
  if (own1 !== null && !limits.includes(Number(own1))) return false
  if (own1 === null && limit !== undefined && group === undefined && limit !== 1) return false
  return fitsSort(valueOf(understood, 'sort'), sort)
}

function fitsSort(own: string | null, sort: Expectation['sort']): boolean {
  if (sort === undefined || list(sort[0]).includes('$measure')) return true
  if (own === null) return false
  const [field, direction] = own.startsWith('-') ? [own.slice(1), 'desc'] : [own, 'asc']
  const names = list(sort[0]).map((name) => (name === 'started_at' ? 'created_at' : name))
  return names.includes(field) && direction === sort[1]
}

function fitsCompare(understood: Understood, { period, compareWith }: Expectation, { now }: Around): boolean {
  const [field = '', own = '[]', before = '[]'] = (valueOf(understood, 'compare') ?? '').split(' ')
  if (period === undefined || compareWith === undefined || !list(period.field).includes(field)) return false
  const same = (tests: string, word: string) => {
    const parsed: unknown = JSON.parse(tests)
    const [test] = Array.isArray(parsed) ? parsed : []
    const one = test === undefined ? null : stretchOf(String(test.op), test.value, now)
    const other = stretchOf('within', word, now)
    return one !== null && other !== null && sameStretch(one, other, now)
  }
  return same(own, period.within) && same(before, compareWith.within)
}
