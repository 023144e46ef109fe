import { type ReactNode, useId } from 'react'
import { useTranslation } from 'react-i18next'
import type { Side } from './diff-row.ts'
import classes from './ThreeWayDiff.module.css'

interface ConflictChoiceProps {
  label: string
  mine: ReactNode
  next: ReactNode
  /** Nothing is chosen in advance. */
  value: Side | null
  onChoose: (side: Side) => void
}

export function ConflictChoice({ label, mine, next, value, onChoose }: ConflictChoiceProps) {
  const { t } = useTranslation('three-way')
  const name = useId()
  const sides = [
    { side: 'mine', text: mine, shown: mine },
    { side: 'new', text: next, shown: t('new') },
  ] as const
  return (
    <fieldset className={classes.choice} data-open-point={value === null || undefined}>
      <legend className="cl-clipped">{t('choose', { item: label })}</legend>
      {sides.map(({ side, text, shown }) => (
        <label key={side} className={classes.side} data-on={value === side || undefined}>
          <input
            type="radio"
            name={name}
            className="cl-clipped"
            checked={value === side}
            onChange={() => onChoose(side)}
          />
          <span className="cl-clipped">{t(side === 'mine' ? 'keepMine' : 'takeNew')}</span>
          <span title={typeof text === 'string' ? text : undefined}>{shown}</span>
        </label>
      ))}
    </fieldset>
  )
}
