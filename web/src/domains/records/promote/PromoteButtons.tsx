import type { AppView, Promotion } from '@caseloom/contract/apps/apps'
import type { RecordView } from '@caseloom/contract/records/records'
import { Button } from '@mantine/core'
import { IconArrowUpRight } from '@tabler/icons-react'
import { useState } from 'react'
import { useMay } from '../../../data/scope.tsx'
import { linkedOf } from '../../../field-types/values/linked-draft.ts'
import { PromoteDialog } from './PromoteDialog.tsx'

interface PromoteButtonsProps {
  app: AppView
  records: readonly string[]
  /** Single record only: hides Promote when it was already promoted. */
  fields?: RecordView['fields']
  onDone?: () => void
}

const MOST = 200

export function PromoteButtons({ app, records, fields = {}, onDone }: PromoteButtonsProps) {
  const mayUpdate = useMay('record:update') && app.archived !== true
  const [chosen, setChosen] = useState<Promotion | null>(null)
  if (!mayUpdate || records.length > MOST) return null
  const offered = (app.promotions ?? []).filter(({ link }) => {
    const field = app.fields.find(({ key }) => key === link)
    const isOne = field !== undefined && 'app' in field && !field.multiple
    const isContinued = isOne && linkedOf(fields[link]).total > 0
    return !isContinued
  })
  return (
    <>
      {offered.map((promotion) => (
        <Button
          key={promotion.key}
          variant="subtle"
          leftSection={<IconArrowUpRight size={14} stroke={1.7} aria-hidden />}
          onClick={() => setChosen(promotion)}
        >
          {promotion.label}
        </Button>
      ))}
      {chosen !== null && (
        <PromoteDialog
          app={app}
          promotion={chosen}
          records={records}
          onClose={() => setChosen(null)}
          {...(onDone === undefined ? {} : { onDone })}
        />
      )}
    </>
  )
}
