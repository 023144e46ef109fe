import type { SessionView } from '@caseloom/contract/identity/identity'
import { Button } from '@mantine/core'
import { IconFingerprint } from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { hasCode } from '../../data/api-error.ts'
import { describeError } from '../../data/describe-error.ts'
import { signInWithPasskey } from './identity.queries.ts'
import { PasskeyGivenUp } from './proofs/passkey.ts'
import classes from './proofs/SignIn.module.css'
import { useAttemptLimit } from './proofs/useAttemptLimit.ts'

/** A passkey proves the person and a second factor at the same time. */
export function PasskeyButton({ onSession }: { onSession: (session: SessionView) => void }) {
  const { t } = useTranslation('identity')
  const limit = useAttemptLimit()
  const mutation = useMutation({
    mutationFn: signInWithPasskey,
    onMutate: () => limit.note(null),
    onSuccess: onSession,
    onError: (error) => limit.note(error),
  })
  return (
    <div>
      <Button
        size="lg"
        variant="subtle"
        fullWidth
        loading={mutation.isPending}
        onClick={() => mutation.mutate()}
        leftSection={<IconFingerprint size={16} stroke={1.6} aria-hidden />}
      >
        {t('login.passkey')}
      </Button>
      <p className={classes.failure} role="alert">
        {mutation.isError ? (limit.text ?? t(...wordsOf(mutation.error))) : ''}
      </p>
    </div>
  )
}

function wordsOf(error: unknown): [key: string, values: { text: string }] {
  const text = describeError(error).text
  if (error instanceof PasskeyGivenUp) return ['passkey.givenUp', { text }]
  if (hasCode(error, 'session.bad_credentials')) return ['passkey.unknown', { text }]
  return ['passkey.failed', { text }]
}
