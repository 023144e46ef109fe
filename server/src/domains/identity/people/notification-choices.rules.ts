import {
  NOTIFICATION_KINDS,
  type NotificationChoices,
  type NotificationKind,
} from '@caseloom/contract/identity/sign-in'

type Choice = NotificationChoices[NotificationKind]

/** Notifications of people who never chose. */
const DEFAULTS: NotificationChoices = {
  signIn: { inProduct: true, mail: false },
  securityChanged: { inProduct: true, mail: true },
  accessChanged: { inProduct: true, mail: true },
  licenseExpires: { inProduct: true, mail: true },
  mention: { inProduct: true, mail: true },
  assignment: { inProduct: true, mail: true },
  task: { inProduct: true, mail: true },
  clock: { inProduct: true, mail: false },
  playbook: { inProduct: true, mail: true },
  approval: { inProduct: true, mail: true },
  runFailed: { inProduct: true, mail: false },
  intakeFailed: { inProduct: true, mail: true },
  triggerOff: { inProduct: true, mail: true },
  loopStopped: { inProduct: true, mail: true },
}

/** The stored choices of a person, completed with the defaults; choices that this version doesn't know are omitted. */
export function choicesOf(stored: unknown): NotificationChoices {
  const filled = { ...DEFAULTS }
  for (const kind of NOTIFICATION_KINDS) filled[kind] = choiceOf(stored, kind) ?? DEFAULTS[kind]
  return filled
}

function choiceOf(stored: unknown, kind: NotificationKind): Choice | null {
  if (typeof stored !== 'object' || stored === null) return null
  const choice: unknown = Object.entries(stored).find(([key]) => key === kind)?.[1]
  if (typeof choice !== 'object' || choice === null) return null
  const { inProduct, mail } = { inProduct: undefined, mail: undefined, ...choice }
  return typeof inProduct === 'boolean' && typeof mail === 'boolean' ? { inProduct, mail } : null
}
