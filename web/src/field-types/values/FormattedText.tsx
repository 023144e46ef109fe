import type { TextFormat } from '@caseloom/contract/field-types/text'
import { plainTextOf } from '@caseloom/contract/values/rich-text'
import { useTranslation } from 'react-i18next'
import { CopyButton } from '../../ui/CopyButton.tsx'
import { calendarDay } from '../../ui/time.ts'
import { RichText } from '../../ui/rich-text/RichText.tsx'
import { addTexts } from '../../ui/text/i18n.ts'
import { fieldsEn } from './fields.en.ts'
import classes from './Fields.module.css'

addTexts('fields', fieldsEn)

interface FormattedTextProps {
  format: TextFormat
  text: string
  /** The field's label, for the copy button. */
  label: string
  compact: boolean
}

/** Links for addresses and numbers; hashes and IPs in mono with a copy button. */
export function FormattedText({ format, text, label, compact }: FormattedTextProps) {
  if (format === 'rich') return compact ? <bdi>{plainTextOf(text)}</bdi> : <RichText html={text} />
  if (format === 'hash' || format === 'ip')
    return <CopyableCode text={text} label={label} compact={compact} />
  if (compact || format === 'plain') return <bdi>{text}</bdi>
  // Only digits and a plus, or a validated address, follow the scheme; its parts are escaped all the same.
  const [scheme, target] =
    format === 'email' ? ['mailto:', encodeURIComponent(text).replace('%40', '@')] : ['tel:', text]
  return (
    <a className={classes.link} href={`${scheme}${target}`}>
      <bdi>{text}</bdi>
    </a>
  )
}

/** Text in mono, with a button that copies it. */
export function CopyableCode({ text, label, compact }: Omit<FormattedTextProps, 'format'>) {
  const { t } = useTranslation('fields')
  const code = (
    <span className={classes.mono} translate="no" title={compact ? text : undefined}>
      {text}
    </span>
  )
  if (compact) return code
  return (
    <span className={classes.glyphWord}>
      {code}
      <CopyButton value={text} label={t('copy', { field: label })} />
    </span>
  )
}

/** A calendar date has no zone and is the same for everyone. */
export function CalendarDate({ date }: { date: string }) {
  return <time dateTime={date}>{calendarDay(date)}</time>
}
