import { z } from 'zod'
import { Instant, UserId } from '../kernel/ids.ts'
import { TimeZone } from './time-zones.ts'

/** What an observable can be; the words of STIX and of the tools that hand them over. */
export const OBSERVABLE_KINDS = [
  'ipv4',
  'ipv6',
  'cidr',
  'domain',
  'host',
  'url',
  'email',
  'subject',
  'message-id',
  'file-name',
  'path',
  'md5',
  'sha1',
  'sha256',
  'sha512',
  'registry-key',
  'process',
  'mutex',
  'user-agent',
  'user',
  'mac',
  'asn',
  'cve',
  'certificate',
  'phone',
  'crypto-address',
  'other',
] as const
export const ObservableKind = z.enum(OBSERVABLE_KINDS)
export type ObservableKind = z.infer<typeof ObservableKind>

/** The Traffic Light Protocol 2.0 of FIRST. */
export const TLP = ['clear', 'green', 'amber', 'amber+strict', 'red'] as const
export const Tlp = z.enum(TLP)
export type Tlp = z.infer<typeof Tlp>

export const MAX_OBSERVABLES = 1000
export const MAX_TASKS = 500

/**
 * One observable as stored: `value` in the canonical form of its kind, never defanged. A write may omit everything but
 * the value: the kind is then detected, and a defanged value (hxxp://, 1.2.3[.]4) is refanged.
 */
export const Observable = z.object({
  id: z.guid(),
  kind: ObservableKind,
  value: z.string(),
  tlp: Tlp,
  /** An indicator of compromise: seeing it elsewhere means something. */
  ioc: z.boolean(),
  /** It was seen in the own environment. */
  sighted: z.boolean(),
  note: z.string().optional(),
})
export type Observable = z.infer<typeof Observable>

export const TASK_STATES = ['todo', 'doing', 'blocked', 'done', 'skipped'] as const
export const TaskState = z.enum(TASK_STATES)
export type TaskState = z.infer<typeof TaskState>
/** States in which someone still has work. */
export const OPEN_TASK_STATES: readonly TaskState[] = ['todo', 'doing', 'blocked']

/** One task of a record. `doneAt` and `doneBy` are filled when it is done, and emptied when it is opened again. */
export const Task = z.object({
  id: z.guid(),
  title: z.string(),
  state: TaskState,
  assignee: UserId.nullable(),
  due: Instant.nullable(),
  required: z.boolean(),
  /** Tasks that have to be done or skipped before this one can be done. */
  dependsOn: z.array(z.guid()),
  note: z.string().optional(),
  doneAt: Instant.nullable(),
  doneBy: z.string().nullable(),
})
export type Task = z.infer<typeof Task>

const ClockTime = z.string().regex(/^(?:[01]\d|2[0-3]):[0-5]\d$|^24:00$/, 'Use a time such as 08:30')

/** Working hours of a zone: a day from 1 (Monday) to 7. A shift that ends before it begins ends on the next day. */
export const ClockHours = z
  .strictObject({
    zone: TimeZone,
    days: z.array(z.number().int().min(1).max(7)).min(1).max(7),
    from: ClockTime,
    to: ClockTime,
    holidays: z.array(z.iso.date()).max(1000).default([]),
  })
  .refine(({ from, to }) => from !== to && from !== '24:00', {
    path: ['to'],
    message: 'The start and end of the hours must differ',
  })
export type ClockHours = z.infer<typeof ClockHours>

/** What the clock needs of its definition. */
export interface ClockDefinition {
  target?: number | undefined
  warnAt: number
  hours?: ClockHours | undefined
}

/** State of a clock as stored; an idle clock has no value. */
export const CLOCK_STATES = ['running', 'paused', 'met', 'missed'] as const
/**
 * What a clock is doing now, as filters say it (`eq`, `ne`, `in`, `notIn`): `running` is within its time, `warning`
 * beyond the share of `warnAt`, `overdue` beyond the target and not stopped; `met` and `missed` have ended.
 */
export const CLOCK_WORDS = ['idle', 'running', 'warning', 'overdue', 'paused', 'met', 'missed'] as const
export type ClockWord = (typeof CLOCK_WORDS)[number]

/** A clock of one record. Seconds count working hours only; instants that do not apply are null. */
export const ClockValue = z.object({
  state: z.enum(CLOCK_STATES),
  startedAt: Instant,
  /** When it had ended; null while it is not. */
  stoppedAt: Instant.nullable(),
  /** Seconds before the present stretch. */
  spent: z.number(),
  /** Begin of the present stretch; null unless running. */
  since: Instant.nullable(),
  /** When the target will be reached if it runs on; null when it does not run or has no target. */
  dueAt: Instant.nullable(),
  /** The same for the share of `warnAt`. */
  warningAt: Instant.nullable(),
  /** When the warning for `warnAt` was sent. */
  warnedAt: Instant.nullable(),
  /** When the target was passed. */
  breachedAt: Instant.nullable(),
  /** What a playbook made of it; holds against its conditions, but that nothing runs on while `stop` holds. */
  manual: z.enum(['running', 'paused', 'stopped']).optional(),
})
export type ClockValue = z.infer<typeof ClockValue>

/** What a clock is doing at an instant. */
export function clockWord(clock: ClockValue | null, now: number): ClockWord {
  if (clock === null) return 'idle'
  if (clock.state !== 'running') return clock.state
  if (clock.breachedAt !== null || passed(clock.dueAt, now)) return 'overdue'
  return passed(clock.warningAt, now) ? 'warning' : 'running'
}

function passed(instant: string | null, now: number): boolean {
  return instant !== null && Date.parse(instant) <= now
}
