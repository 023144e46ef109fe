import type { AppView } from '@caseloom/contract/apps/apps'
import { ActionIcon, Menu } from '@mantine/core'
import { IconDots, IconDownload, IconProgress, IconUpload } from '@tabler/icons-react'
import { useNavigate } from '@tanstack/react-router'
import { lazy, Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { paths } from '../../../data/paths.ts'
import { useMay, useTenantScope } from '../../../data/scope.tsx'
import { addTexts } from '../../../ui/text/i18n.ts'
import type { ListSearch } from '../model/records.queries.ts'
import { jobsEn } from './jobs.en.ts'
import { foundBy } from './selection.ts'

addTexts('jobs', jobsEn)
const JobsPanel = lazy(() => import('./JobsPanel.tsx').then((m) => ({ default: m.JobsPanel })))
const ExportDialog = lazy(() => import('./ExportDialog.tsx').then((m) => ({ default: m.ExportDialog })))

const icon = { size: 14, stroke: 1.7, 'aria-hidden': true } as const

export function ListActions({ app, search }: { app: AppView; search: ListSearch }) {
  const { t } = useTranslation('jobs')
  const scope = useTenantScope()
  const navigate = useNavigate()
  const mayExport = useMay('record:export')
  const [open, setOpen] = useState<'jobs' | 'export' | null>(null)
  const close = () => setOpen(null)
  return (
    <>
      <Menu position="bottom-end">
        <Menu.Target>
          <ActionIcon variant="subtle" aria-label={t('menu.label')}>
            <IconDots size={16} stroke={1.7} aria-hidden />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          {app.can.createRecord && (
            <Menu.Item
              leftSection={<IconUpload {...icon} />}
              onClick={() => void navigate({ to: paths.importRecords(scope, app.id) })}
            >
              {t('menu.import')}
            </Menu.Item>
          )}
          {mayExport && (
            <Menu.Item leftSection={<IconDownload {...icon} />} onClick={() => setOpen('export')}>
              {t('menu.export')}
            </Menu.Item>
          )}
          <Menu.Item leftSection={<IconProgress {...icon} />} onClick={() => setOpen('jobs')}>
            {t('menu.jobs')}
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
      <Suspense fallback={null}>
        {open === 'jobs' && <JobsPanel onClose={close} />}
        {open === 'export' && <ExportDialog app={app} chosen={[]} found={foundBy(search)} onClose={close} />}
      </Suspense>
    </>
  )
}
