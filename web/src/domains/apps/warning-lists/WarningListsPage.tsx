// Warning lists: harmless values that are hidden when observables are found in a text.
import { Button } from '@mantine/core'
import { IconFileImport, IconPlus } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { describeError } from '../../../data/describe-error.ts'
import { paths } from '../../../data/paths.ts'
import { useMay, useTenantScope } from '../../../data/scope.tsx'
import { useBreadcrumbs } from '../../../ui/frame/breadcrumbs.ts'
import { Content, PageBar, PageFrame, StatusBar } from '../../../ui/frame/Frame.tsx'
import { PageFailure } from '../../../ui/frame/PageFailure.tsx'
import { usePageTitle } from '../../../ui/page-title.ts'
import { addTexts } from '../../../ui/text/i18n.ts'
import { appsEn } from '../model/apps.en.ts'
import { AppsSwitch } from '../model/AppsSwitch.tsx'
import { ImportListDialog } from './ImportListDialog.tsx'
import { WarningListDialog } from './WarningListDialog.tsx'
import { WarningListTable } from './WarningListTable.tsx'
import classes from './WarningLists.module.css'
import { warningListsEn } from './warning-lists.en.ts'
import { warningListsQuery } from './warning-lists.queries.ts'

addTexts('apps', appsEn)
addTexts('warning-lists', warningListsEn)

export function WarningListsPage() {
  const { t } = useTranslation('warning-lists')
  const { t: app } = useTranslation('apps')
  const scope = useTenantScope()
  const query = useQuery(warningListsQuery(scope.tenantId))
  useBreadcrumbs([{ label: app('apps.title'), to: paths.apps(scope) }, { label: t('title') }])
  usePageTitle(t('title'), scope.tenantName)
  if (query.isError && query.data === undefined)
    return (
      <PageFailure
        title={t('failed')}
        error={describeError(query.error)}
        onRetry={() => void query.refetch()}
      />
    )
  return (
    <PageFrame>
      <PageBar title={t('title')} actions={<Actions />} />
      <Content padding="page">
        <p className={classes.about}>{t('about')}</p>
        {query.data !== undefined && <WarningListTable lists={query.data} />}
      </Content>
      <StatusBar>{query.data !== undefined && t('count', { count: query.data.length })}</StatusBar>
    </PageFrame>
  )
}

function Actions() {
  const { t } = useTranslation('warning-lists')
  const mayBuild = useMay('app:build')
  const [open, setOpen] = useState<'new' | 'import' | null>(null)
  const close = () => setOpen(null)
  return (
    <>
      <AppsSwitch value="warningLists" />
      {mayBuild && (
        <>
          <Button
            leftSection={<IconFileImport size={14} stroke={1.7} aria-hidden />}
            onClick={() => setOpen('import')}
          >
            {t('import')}
          </Button>
          <Button
            variant="filled"
            leftSection={<IconPlus size={14} stroke={2} aria-hidden />}
            onClick={() => setOpen('new')}
          >
            {t('new')}
          </Button>
        </>
      )}
      {open === 'new' && <WarningListDialog onClose={close} />}
      {open === 'import' && <ImportListDialog onClose={close} />}
    </>
  )
}
