import { Button } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { getRouteApi, Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { hasCode } from '../../data/api-error.ts'
import { describeError } from '../../data/describe-error.ts'
import { ErrorSummary } from '../../ui/ErrorSummary.tsx'
import { unlockBrowser } from './identity.queries.ts'
import { Notice } from './Notice.tsx'
import classes from './proofs/SignIn.module.css'
import { SignInFrame } from './SignInFrame.tsx'

const route = getRouteApi('/unlock')

/** Opened from an emailed link: allows sign-in from this browser while too many attempts pause it elsewhere. */
export function UnlockPage() {
  const { token = '' } = route.useSearch()
  const { t } = useTranslation('identity')
  const unlocking = useMutation({ mutationFn: () => unlockBrowser(token) })
  const hasExpired = hasCode(unlocking.error, 'session.challenge_over')
  const failure = unlocking.isError && !hasExpired ? describeError(unlocking.error) : null
  const isDone = unlocking.isSuccess || hasExpired
  return (
    <SignInFrame title={t('unlock.title')} lead={t('unlock.lead')}>
      <div className={classes.fields}>
        <ErrorSummary
          message={hasExpired ? t('unlock.over') : failure?.text}
          requestId={failure?.requestId}
        />
        {unlocking.isSuccess && <Notice>{t('unlock.done')}</Notice>}
        {isDone ? (
          <Button component={Link} to="/login" size="lg" variant="filled" fullWidth>
            {t('backToLogin')}
          </Button>
        ) : (
          <Button
            size="lg"
            variant="filled"
            fullWidth
            loading={unlocking.isPending}
            onClick={() => unlocking.mutate()}
          >
            {t('unlock.submit')}
          </Button>
        )}
      </div>
    </SignInFrame>
  )
}
