import { OCCASIONS, type Occasion } from '@caseloom/contract/apps/workflow'
import { IconCheck } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import classes from './ItemPanel.module.css'

interface OccasionTogglesProps {
  label: string
  note?: string | undefined
  value: readonly Occasion[]
  /** What can be chosen; all without it. */
  within?: readonly Occasion[]
  onChange: (value: Occasion[]) => void
}

/** On which occasions something is evaluated; at least one stays chosen. */
export function OccasionToggles({ label, note, value, within = OCCASIONS, onChange }: OccasionTogglesProps) {
  const { t } = useTranslation('workflow')
  return (
    <div>
      <div className={classes.labelRow}>
        <span>{label}</span>
        <span className={classes.quiet}>{note}</span>
      </div>
      <div className={classes.occasions} role="group" aria-label={label}>
        {OCCASIONS.map((one) => {
          const isOn = value.includes(one)
          return (
            <button
              key={one}
              type="button"
              className={classes.occasion}
              aria-pressed={isOn}
              disabled={!within.includes(one)}
              onClick={() => {
                const next = OCCASIONS.filter((each) => (each === one ? !isOn : value.includes(each)))
                if (next.length > 0) onChange(next)
              }}
            >
              {isOn && <IconCheck size={13} stroke={2} aria-hidden />}
              {t(`occasions.${one}`)}
            </button>
          )
        })}
      </div>
    </div>
  )
}
