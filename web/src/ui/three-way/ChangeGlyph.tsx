import type { TablerIcon } from '@tabler/icons-react'
import {
  IconAlertCircleFilled,
  IconCirclePlusFilled,
  IconEqual,
  IconMinus,
  IconWaveSine,
} from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { CHANGE_KINDS, type ChangeKind } from './diff-row.ts'
import classes from './ThreeWayDiff.module.css'

const GLYPHS: Record<ChangeKind, TablerIcon> = {
  add: IconCirclePlusFilled,
  change: IconWaveSine,
  keep: IconEqual,
  remove: IconMinus,
  conflict: IconAlertCircleFilled,
}

/** 14 px, beside the item that changes; its name is read aloud. */
export function ChangeGlyph({ kind }: { kind: ChangeKind }) {
  const { t } = useTranslation('three-way')
  const Glyph = GLYPHS[kind]
  return (
    <span className={classes.glyph} data-kind={kind} role="img" aria-label={t(`kinds.${kind}`)}>
      <Glyph size={kind === 'add' || kind === 'conflict' ? 15 : 10} stroke={2} aria-hidden />
    </span>
  )
}

/** How many rows there are of each kind that changes something. */
export function ChangeCounts({ rows }: { rows: readonly { kind: ChangeKind }[] }) {
  return (
    <span className={classes.counts}>
      {CHANGE_KINDS.filter((kind) => kind !== 'keep').map((kind) => (
        <span key={kind} className={classes.count}>
          <ChangeGlyph kind={kind} />
          {rows.filter((row) => row.kind === kind).length}
        </span>
      ))}
    </span>
  )
}
