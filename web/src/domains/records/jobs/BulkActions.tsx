import type { AppView } from '@caseloom/contract/apps/apps'
import type { ButtonView } from '@caseloom/contract/automation/triggers'
import type { Selection } from '@caseloom/contract/records/jobs'
import { Button, Menu } from '@mantine/core'
import { IconChevronDown, IconPlayerPlay } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useTenantScope } from '../../../data/scope.tsx'
import { addTexts } from '../../../ui/text/i18n.ts'
import { ActionItem } from '../buttons/ActionItem.tsx'
import { buttonsEn } from '../buttons/buttons.en.ts'
import { buttonsQuery } from '../model/app-buttons.queries.ts'

addTexts('buttons', buttonsEn)
const BulkPressDialog = lazy(() =>
  import('./BulkPressDialog.tsx').then((m) => ({ default: m.BulkPressDialog })),
)

interface BulkActionsProps {
  app: AppView
  selection: Selection
  /** Null when there are more results than were counted. */
  count: number | null
  onDone: () => void
}

/** Presses a button of the app for the selected records; nothing where it has none. */
export function BulkActions({ app, selection, count, onDone }: BulkActionsProps) {
  const { t } = useTranslation('buttons')
  const { tenantId } = useTenantScope()
  const buttons = useQuery(buttonsQuery(tenantId, app.id)).data ?? []
  const [asking, setAsking] = useState<ButtonView | null>(null)
  if (buttons.length === 0) return null
  return (
    <>
      <Menu position="top-start" width={320}>
        <Menu.Target>
          <Button
            variant="subtle"
            leftSection={<IconPlayerPlay size={14} stroke={1.7} aria-hidden />}
            rightSection={<IconChevronDown size={14} stroke={1.7} aria-hidden />}
          >
            {t('bulk.menu')}
          </Button>
        </Menu.Target>
        <Menu.Dropdown>
          {buttons.map((button) => (
            <ActionItem key={button.id} button={button} onStart={() => setAsking(button)} />
          ))}
        </Menu.Dropdown>
      </Menu>
      <Suspense fallback={null}>
        {asking !== null && (
          <BulkPressDialog
            app={app}
            button={asking}
            selection={selection}
            count={count}
            onClose={() => setAsking(null)}
            onDone={() => {
              setAsking(null)
              onDone()
            }}
          />
        )}
      </Suspense>
    </>
  )
}
