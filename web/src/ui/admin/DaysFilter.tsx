import { Button, Popover, TextInput } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Days, SomeDays } from '../day-range.ts'
import { FilterChip } from '../FilterChip.tsx'
import { addTexts } from '../text/i18n.ts'
import classes from './Settings.module.css'

addTexts('ui', {
  days: {
    title: 'From and to',
    of: '{{from}} to {{to}}',
    open: 'any day',
    from: 'From day',
    to: 'To day',
    apply: 'Apply',
  },
})

interface DaysFilterProps {
  days: SomeDays
  onChange: (days: Days) => void
}

/** A date range; either end may be open. */
export function DaysFilter({ days, onChange }: DaysFilterProps) {
  const { t } = useTranslation('ui')
  const [isOpen, setIsOpen] = useState(false)
  if (days.from !== undefined || days.to !== undefined)
    return (
      <FilterChip
        field={t('days.title')}
        operator={t('filter.is')}
        value={t('days.of', { from: days.from ?? t('days.open'), to: days.to ?? t('days.open') })}
        onRemove={() => onChange({})}
      />
    )
  return (
    <Popover opened={isOpen} onChange={setIsOpen} position="bottom-start" trapFocus>
      <Popover.Target>
        <Button
          variant="subtle"
          flex="none"
          leftSection={<IconPlus size={14} stroke={2} aria-hidden />}
          onClick={() => setIsOpen(!isOpen)}
        >
          {t('days.title')}
        </Button>
      </Popover.Target>
      <Popover.Dropdown p={12} aria-label={t('days.title')}>
        <DaysForm
          onApply={(next) => {
            setIsOpen(false)
            onChange(next)
          }}
        />
      </Popover.Dropdown>
    </Popover>
  )
}

function DaysForm({ onApply }: { onApply: (days: Days) => void }) {
  const { t } = useTranslation('ui')
  const [from, setFrom] = useState('')
  const [to, setTo] = useState('')
  const apply = (event: FormEvent) => {
    event.preventDefault()
    onApply({ ...(from === '' ? {} : { from }), ...(to === '' ? {} : { to }) })
  }
  return (
    <form className={classes.fields} onSubmit={apply}>
      <div className={classes.pair}>
        <TextInput
          type="date"
          label={t('days.from')}
          value={from}
          {...(to === '' ? {} : { max: to })}
          onChange={(event) => setFrom(event.currentTarget.value)}
        />
        <TextInput
          type="date"
          label={t('days.to')}
          value={to}
          {...(from === '' ? {} : { min: from })}
          onChange={(event) => setTo(event.currentTarget.value)}
        />
      </div>
      <Button type="submit" variant="filled">
        {t('days.apply')}
      </Button>
    </form>
  )
}
