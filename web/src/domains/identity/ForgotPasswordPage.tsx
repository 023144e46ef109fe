import { Email } from '@caseloom/contract/identity/identity'
import { Anchor, Button, TextInput } from '@mantine/core'
import { Link, useLocation } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { z } from 'zod'
import { useContractForm } from '../../data/use-contract-form.ts'
import { ErrorSummary } from '../../ui/ErrorSummary.tsx'
import { askForLink } from './identity.queries.ts'
import { Notice } from './Notice.tsx'
import classes from './proofs/SignIn.module.css'
import { SignInFrame } from './SignInFrame.tsx'
import { useAttemptLimit } from './proofs/useAttemptLimit.ts'

const Trimmed = z.object({ email: z.string().trim().pipe(Email) })

/** Shows the same result for every address. */
export function ForgotPasswordPage() {
  const { t } = useTranslation('identity')
  const known = useLocation().state.email ?? ''
  const limit = useAttemptLimit()
  const [sentTo, setSentTo] = useState<string | null>(null)
  const { form, submit, saving, failure } = useForgotForm(known, limit, setSentTo)
  if (sentTo !== null) {
    return <SentNotice sentTo={sentTo} setSentTo={setSentTo} />
  }
  return (
    <SignInFrame title={t('forgot.title')} lead={t('forgot.lead')}>
      <form onSubmit={submit} noValidate className={classes.fields}>
        <ErrorSummary message={limit.text ?? failure?.text} />
        <TextInput
          {...form.getInputProps('email')}
          size="lg"
          type="email"
          label={t('login.email')}
          autoComplete="username"
          autoCapitalize="none"
          spellCheck={false}
          autoFocus
        />
        <Button type="submit" size="lg" variant="filled" fullWidth loading={saving}>
          {t('forgot.submit')}
        </Button>
        <div className={classes.links}>
          <Anchor component={Link} to="/login" state={{ email: form.values.email }} size="xs">
            {t('backToLogin')}
          </Anchor>
        </div>
      </form>
    </SignInFrame>
  )
}

function useForgotForm(
  known: string,
  limit: ReturnType<typeof useAttemptLimit>,
  setSentTo: (next: string | null) => void,
) {
  const { t } = useTranslation('identity')
  const { form, submit, saving, failure } = useContractForm({
    schema: Trimmed,
    initialValues: { email: known },
    words: () => t('forgot.emailBad'),
    save: async ({ email }) => {
      limit.note(null)
      await askForLink(email.trim())
      return email.trim()
    },
    onSaved: setSentTo,
    onFailed: (error) => {
      limit.note(error)
      return undefined
    },
  })
  return { form, submit, saving, failure }
}

interface SentNoticeProps {
  sentTo: string
  setSentTo: (next: string | null) => void
}

function SentNotice({ sentTo, setSentTo }: SentNoticeProps) {
  const { t } = useTranslation('identity')
  return (
    <SignInFrame title={t('forgot.sentTitle')} lead={t('forgot.sentLead')}>
      <div className={classes.fields}>
        <Notice>{t('forgot.sent', { email: sentTo })}</Notice>
        <Button component={Link} to="/login" state={{ email: sentTo }} size="lg" variant="filled" fullWidth>
          {t('backToLogin')}
        </Button>
        <div className={classes.links}>
          <Anchor component="button" type="button" size="xs" onClick={() => setSentTo(null)}>
            {t('forgot.again')}
          </Anchor>
        </div>
      </div>
    </SignInFrame>
  )
}
