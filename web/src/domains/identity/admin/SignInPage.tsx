import type { SignInSettings } from '@caseloom/contract/identity/sso'
import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { useAdminScope } from '../../../data/admin-scope.ts'
import { describeError } from '../../../data/describe-error.ts'
import classes from '../../../ui/admin/Settings.module.css'
import { DraftConflictDialog } from '../../../ui/draft/DraftConflictDialog.tsx'
import { ErrorSummary } from '../../../ui/ErrorSummary.tsx'
import { Content, PageBar, PageFrame } from '../../../ui/frame/Frame.tsx'
import { PageFailure } from '../../../ui/frame/PageFailure.tsx'
import { usePageTitle } from '../../../ui/page-title.ts'
import { addTexts } from '../../../ui/text/i18n.ts'
import { UnsavedGuard } from '../../../ui/UnsavedGuard.tsx'
import { OidcSection } from './OidcSection.tsx'
import { SamlSection } from './SamlSection.tsx'
import { SignInPolicy } from './SignInPolicy.tsx'
import styles from './SignIn.module.css'
import type { SignInDraft } from './sign-in-draft.ts'
import { signInEn } from './sign-in.en.ts'
import { signInQuery } from './sso.queries.ts'
import type { Translate } from './translate.ts'
import { type SignInForm, useSignInDraft } from './useSignInDraft.ts'
import { usersEn } from './users.en.ts'

addTexts('admin', usersEn)
addTexts('admin', signInEn)

export function SignInPage() {
  const { t } = useTranslation('admin')
  const { accountId } = useAdminScope()
  const query = useQuery(signInQuery(accountId))
  usePageTitle(t('signIn.title'), t('shell.title'))
  if (query.isError && query.data === undefined)
    return (
      <PageFailure
        title={t('signIn.failed')}
        error={describeError(query.error)}
        onRetry={() => void query.refetch()}
      />
    )
  return (
    <PageFrame>
      <PageBar title={t('signIn.title')} />
      {query.data === undefined ? <Content>{null}</Content> : <SignInSettingsForm loaded={query.data} />}
    </PageFrame>
  )
}

function SignInSettingsForm({ loaded }: { loaded: SignInSettings }) {
  const { t } = useTranslation('admin')
  const form = useSignInDraft(loaded)
  const faults = Object.entries(form.faults).map(([path, text]) => ({ label: partOf(path, t), text }))
  const top = useRef<HTMLDivElement>(null)
  const trouble = form.failure?.text ?? (faults.length > 0 ? faults.map(({ text }) => text).join() : '')
  useEffect(() => {
    if (trouble !== '') top.current?.scrollIntoView({ block: 'start' })
  }, [trouble])
  return (
    <Content>
      <form
        className={styles.frame}
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          form.save()
        }}
      >
        <div className={styles.scroll}>
          <div className={classes.page} ref={top}>
            {form.failure !== null && (
              <ErrorSummary message={form.failure.text} requestId={form.failure.requestId} />
            )}
            {faults.length > 0 && <ErrorSummary message={t('signIn.fix')} faults={faults} />}
            <SignInPolicy form={form} />
            <SamlSection form={form} />
            <OidcSection form={form} />
          </div>
        </div>
        {form.isDirty && (
          <div className={classes.saveBar}>
            <span className={classes.quiet}>{t('signIn.unsaved')}</span>
            <Button onClick={form.reset}>{t('signIn.reset')}</Button>
            <Button type="submit" variant="filled" loading={form.saving}>
              {t('signIn.save')}
            </Button>
          </div>
        )}
      </form>
      <UnsavedGuard when={form.isDirty && !form.saving} />
      <Conflicts form={form} />
    </Content>
  )
}

function Conflicts({ form }: { form: SignInForm }) {
  const { t } = useTranslation('admin')
  return (
    <DraftConflictDialog
      saving={form.merging}
      // The parts are the settings of a draft.
      labelOf={(part) => t(`signIn.parts.${part as keyof SignInDraft}`)}
      show={(draft, part) => shown(draft, part as keyof SignInDraft, t)}
      onResolve={form.resolve}
    />
  )
}

function shown(draft: SignInDraft, part: keyof SignInDraft, t: Translate): ReactNode {
  const value = draft[part]
  if (typeof value === 'boolean') return t(value ? 'signIn.on' : 'signIn.off')
  if (typeof value === 'number') return value
  if (Array.isArray(value)) return value.join(', ') || null
  return <code>{JSON.stringify(value, null, 1)}</code>
}

function partOf(path: string, t: Translate): string {
  const [part = ''] = path.split('.')
  return t(`signIn.parts.${part}`)
}
