import type { StatementAct, StatementPart } from '@caseloom/contract/kernel/statements'
import i18next from 'i18next'

/** What kind of thing an act names; null where it names nothing. */
function nounOf(kind: StatementAct['kind']): 'app' | 'host' | 'connector' | 'component' | null {
  switch (kind) {
    case 'readRecords':
    case 'createRecords':
    case 'changeRecords':
    case 'commentOnRecords':
    case 'deleteRecords':
      return 'app'
    case 'callHosts':
      return 'host'
    case 'useConnectors':
      return 'connector'
    case 'runComponents':
      return 'component'
    case 'sendMail':
    case 'notifyPeople':
    case 'askPeople':
    case 'askApproval':
    case 'askHeroAi':
    case 'setVerdicts':
    case 'keepValues':
    case 'changeTables':
      return null
    default:
      return kind satisfies never
  }
}

function say(key: string, values: Record<string, string | number> = {}): string {
  return i18next.t(key, { ns: 'statement', ...values })
}

/** One act in words: "reads records in Alert and 1 app you can’t see". */
export function actLine({ kind, names, hidden, open }: StatementAct): string {
  const noun = nounOf(kind)
  if (noun === null) return say(`act.${kind}`)
  const all = [
    ...names,
    ...(hidden > 0 && noun !== 'host' ? [say(`hidden.${noun}`, { count: hidden })] : []),
    ...(open ? [say(`open.${noun}`)] : []),
  ]
  const list = new Intl.ListFormat(i18next.language, { type: 'conjunction' }).format(all)
  return say(`act.${kind}`, { names: list })
}

/** Whose permissions a playbook, or a component that it runs, acts with: the beginning of a list of acts. */
export function partHeading({ isMain, title, permissions, publisher }: StatementPart): string {
  if (!isMain && title === null) return say('component.hidden')
  const group = isMain ? 'part' : 'component'
  const whose = permissions === 'publisher' && publisher === null ? 'unknown' : permissions
  return say(`${group}.${whose}`, { title: title ?? '', publisher: publisher ?? '' })
}
