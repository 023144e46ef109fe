import { Button, TextInput } from '@mantine/core'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { adminKeys } from '../../../data/account-admin.ts'
import { useAdminScope } from '../../../data/admin-scope.ts'
import { brandingQuery } from '../../../data/branding.ts'
import { describeError } from '../../../data/describe-error.ts'
import { SettingsSection } from '../../../ui/admin/Settings.tsx'
import classes from '../../../ui/admin/Settings.module.css'
import { ErrorSummary } from '../../../ui/ErrorSummary.tsx'
import { Content, PageBar, PageFrame } from '../../../ui/frame/Frame.tsx'
import { PageFailure } from '../../../ui/frame/PageFailure.tsx'
import { usePageTitle } from '../../../ui/page-title.ts'
import { addTexts } from '../../../ui/text/i18n.ts'
import { toast } from '../../../ui/toast.tsx'
import { brandingEn } from './branding.en.ts'
import { LogoSection } from './LogoSection.tsx'
import { saveName } from './tenancy-admin.queries.ts'

addTexts('admin', brandingEn)

export function BrandingPage() {
  const { t } = useTranslation('admin')
  const { accountId } = useAdminScope()
  const query = useQuery(brandingQuery(accountId))
  usePageTitle(t('branding.title'), t('shell.title'))
  if (query.isError)
    return (
      <PageFailure
        title={t('branding.failed')}
        error={describeError(query.error)}
        onRetry={() => void query.refetch()}
      />
    )
  return (
    <PageFrame>
      <PageBar title={t('branding.title')} />
      <Content>
        {query.data !== undefined && (
          <div className={classes.page} style={{ height: '100%', overflowY: 'auto' }}>
            <BrandName name={query.data.name} />
            <LogoSection logo={query.data.logo} />
          </div>
        )}
      </Content>
    </PageFrame>
  )
}

function BrandName({ name }: { name: string | null }) {
  const { t } = useTranslation('admin')
  const { accountId, accountName } = useAdminScope()
  const client = useQueryClient()
  const [typed, setTyped] = useState(name ?? '')
  const wanted = typed.trim()
  const mutation = useMutation({
    mutationFn: () => saveName(accountId, wanted === '' ? null : wanted),
    onSuccess: async () => {
      await client.invalidateQueries({ queryKey: adminKeys.branding(accountId) })
      toast({ kind: 'success', title: t('branding.saved') })
    },
  })
  const failure = mutation.isError ? describeError(mutation.error) : null
  return (
    <SettingsSection title={t('branding.nameTitle')} text={t('branding.nameText')}>
      <form
        className={classes.fields}
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          if (wanted.length <= 100) mutation.mutate()
        }}
      >
        <ErrorSummary message={failure?.text} requestId={failure?.requestId} />
        <TextInput
          label={t('branding.name')}
          description={t('branding.nameHint', { name: accountName })}
          inputWrapperOrder={['label', 'input', 'description', 'error']}
          value={typed}
          onChange={(event) => setTyped(event.currentTarget.value)}
          error={wanted.length > 100 ? t('branding.tooLong') : undefined}
          autoComplete="off"
        />
        <div>
          <Button
            type="submit"
            variant="filled"
            loading={mutation.isPending}
            disabled={wanted === (name ?? '')}
          >
            {t('branding.save')}
          </Button>
        </div>
      </form>
    </SettingsSection>
  )
}
