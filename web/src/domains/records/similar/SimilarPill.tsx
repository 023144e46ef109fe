import { IconChevronRight } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { formatCount } from '../../../ui/time.ts'
import classes from './Similar.module.css'

interface SimilarPillProps {
  /** Of the record whose row has the others below it. */
  name: string
  count: number
  isOpen: boolean
  onToggle: () => void
}

/** How many similar ones a row represents; shows them below it. */
export function SimilarPill({ name, count, isOpen, onToggle }: SimilarPillProps) {
  const { t } = useTranslation('similar')
  return (
    <button
      type="button"
      className={classes.pill}
      aria-expanded={isOpen}
      title={t(isOpen ? 'close' : 'open', { record: name })}
      onClick={(event) => {
        event.stopPropagation()
        onToggle()
      }}
    >
      <IconChevronRight size={12} stroke={1.8} aria-hidden />
      {t('pill', { count, number: formatCount(count) })}
    </button>
  )
}
