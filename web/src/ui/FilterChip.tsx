import { IconX } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import classes from './FilterChip.module.css'
import { addTexts } from './text/i18n.ts'
import { workEn } from './text/work.en.ts'

addTexts('ui', workEn)

interface FilterChipProps {
  field: string
  operator: string
  value: string
  /** A part without its handler is text, not a button. */
  onField?: () => void
  onOperator?: () => void
  onValue?: () => void
  onRemove: () => void
}

/** Three parts, each a button where it is editable, and a button to remove the condition. */
export function FilterChip({
  field,
  operator,
  value,
  onField,
  onOperator,
  onValue,
  onRemove,
}: FilterChipProps) {
  const { t } = useTranslation('ui')
  return (
    <span className={classes.chip} role="group" aria-label={`${field} ${operator} ${value}`}>
      <Part className={classes.field} text={field} {...(onField === undefined ? {} : { onClick: onField })} />
      <Part
        className={classes.operator}
        text={operator}
        {...(onOperator === undefined ? {} : { onClick: onOperator })}
      />
      <Part className={classes.value} text={value} {...(onValue === undefined ? {} : { onClick: onValue })} />
      <button
        type="button"
        className={classes.remove}
        aria-label={t('filter.remove', { field })}
        onClick={onRemove}
      >
        <IconX size={12} stroke={1.8} aria-hidden />
      </button>
    </span>
  )
}

function Part({
  text,
  className,
  onClick,
}: {
  text: string
  className: string | undefined
  onClick?: () => void
}) {
  if (onClick === undefined) return <span className={className}>{text}</span>
  return (
    <button type="button" className={className} onClick={onClick}>
      {text}
    </button>
  )
}
