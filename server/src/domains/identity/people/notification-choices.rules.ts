import {
  IMMEDIATE_KINDS,
  NOTIFICATION_KINDS,
  NotificationChoices,
  type NotificationKind,
} from '@caseloom/contract/identity/notification-choices'

type Choice = NotificationChoices[NotificationKind]

const IN_PRODUCT: Choice = {
  inProduct: true,
  mail: false,
  digest: false,
  slack: false,
  teams: false,
  webhook: false,
}
const ON: Choice = { ...IN_PRODUCT, mail: true }

/** Notifications of people who never chose. */
const DEFAULTS: NotificationChoices = {
  signIn: IN_PRODUCT,
  securityChanged: ON,
  accessChanged: ON,
  licenseExpires: ON,
  mention: ON,
  comment: IN_PRODUCT,
  assignment: ON,
  task: ON,
  clock: IN_PRODUCT,
  playbook: ON,
  approval: ON,
  runFailed: IN_PRODUCT,
  intakeFailed: ON,
  triggerOff: ON,
  loopStopped: ON,
  channelPaused: ON,
}

const StoredChoice = NotificationChoices.valueType.strip()

/** The stored choices of a person, completed with the defaults; choices that this version doesn't know are omitted. */
export function choicesOf(stored: unknown): NotificationChoices {
  const filled = { ...DEFAULTS }
  for (const kind of NOTIFICATION_KINDS) filled[kind] = choiceOf(stored, kind) ?? DEFAULTS[kind]
  return filled
}

function choiceOf(stored: unknown, kind: NotificationKind): Choice | null {
  if (typeof stored !== 'object' || stored === null) return null
  const choice: unknown = Object.entries(stored).find(([key]) => key === kind)?.[1]
  const parsed = StoredChoice.safeParse(choice).data
  if (parsed === undefined) return null
  return IMMEDIATE_KINDS.has(kind) ? { ...parsed, digest: false } : parsed
}
