import type { Why } from '@caseloom/contract/records/record-rights'
import { Button, Popover } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import classes from './Rights.module.css'
import type { Place } from './rights.queries.ts'
import { WhyRules } from './WhyRules.tsx'

export function WhyButton({ place, action }: { place: Place; action: Why['action'] }) {
  const { t } = useTranslation('recordRights')
  return (
    <Popover position="bottom-end" width={360} trapFocus withinPortal>
      <Popover.Target>
        <Button variant="subtle" aria-haspopup="dialog">
          {t('why')}
        </Button>
      </Popover.Target>
      <Popover.Dropdown
        className={classes.popover ?? ''}
        aria-label={t('whyLabel')}
        tabIndex={-1}
        data-autofocus
      >
        <WhyRules place={place} action={action} />
      </Popover.Dropdown>
    </Popover>
  )
}
