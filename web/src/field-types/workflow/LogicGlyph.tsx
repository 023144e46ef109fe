import type { WorkflowAction } from '@caseloom/contract/apps/workflow'
import {
  IconAsterisk,
  IconAsteriskSimple,
  IconCirclePlus,
  IconEye,
  IconEyeOff,
  IconFold,
  IconList,
  IconLock,
  IconLockOpen,
  IconMessage,
  IconPencil,
  IconPlayerPause,
  IconPlayerPlay,
  IconPlayerStop,
  IconTextPlus,
  IconArrowsVertical,
} from '@tabler/icons-react'
import {
  IconAlertTriangleFilled,
  IconCircleCheckFilled,
  IconExclamationCircleFilled,
  IconBan,
  IconCircleDot,
} from '@tabler/icons-react'
import type { Icon } from '@tabler/icons-react'
import classes from './Logic.module.css'

export type WorkflowVerb = WorkflowAction['do']

const VERBS: Record<WorkflowVerb, Icon> = {
  show: IconEye,
  hide: IconEyeOff,
  collapse: IconFold,
  expand: IconArrowsVertical,
  require: IconAsterisk,
  optional: IconAsteriskSimple,
  read_only: IconLock,
  editable: IconLockOpen,
  set: IconPencil,
  default: IconTextPlus,
  options: IconList,
  message: IconMessage,
  start_clock: IconPlayerPlay,
  pause_clock: IconPlayerPause,
  stop_clock: IconPlayerStop,
  offer: IconCirclePlus,
}

export function VerbGlyph({ verb }: { verb: WorkflowVerb }) {
  const Glyph = VERBS[verb]
  return <Glyph className={classes.verb} size={14} stroke={1.6} aria-hidden />
}

/** `fired` in an evaluation, `idle` when it was evaluated and did not hold, `plain` without one. */
export type RuleState = 'fired' | 'idle' | 'plain'

interface RuleGlyphProps {
  state: RuleState
  problem?: 'error' | 'warning' | undefined
}

export function RuleGlyph({ state, problem }: RuleGlyphProps) {
  if (problem === 'error')
    return <IconExclamationCircleFilled className={classes.error} size={15} aria-hidden />
  if (problem === 'warning')
    return <IconAlertTriangleFilled className={classes.warning} size={15} aria-hidden />
  if (state === 'fired') return <IconCircleCheckFilled className={classes.fired} size={15} aria-hidden />
  const Glyph = state === 'idle' ? IconBan : IconCircleDot
  return <Glyph className={classes.idle} size={15} stroke={1.7} aria-hidden />
}
