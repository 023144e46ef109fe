import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useLocation, useNavigate } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { stopHubs } from '../../data/hubs.ts'
import { signOut } from '../../data/session.ts'
import { removeAllOwnDrafts } from '../../data/stored-draft.ts'
import { Centred } from '../../ui/frame/Frame.tsx'
import { usePageTitle } from '../../ui/page-title.ts'
import { StateCard } from '../../ui/StateCard.tsx'
import { addTexts } from '../../ui/text/i18n.ts'
import { identityEn } from './identity.en.ts'

addTexts('identity', identityEn)

/** Says so when the server couldn't be reached. */
export function LogoutPage() {
  const { t } = useTranslation('identity')
  const client = useQueryClient()
  const navigate = useNavigate()
  const { notice } = useLocation().state
  usePageTitle(t('logout.title'))
  const { mutate, isError } = useMutation({
    mutationFn: () => {
      stopHubs()
      // Without a license no one chose to leave.
      if (notice !== 'license') removeAllOwnDrafts()
      return signOut(client)
    },
    onSuccess: () =>
      navigate({ to: '/login', replace: true, ...(notice === undefined ? {} : { state: { notice } }) }),
  })
  const started = useRef(false)
  useEffect(() => {
    if (started.current) return
    started.current = true
    mutate()
  }, [mutate])
  return (
    <main style={{ height: '100%' }} aria-label={t('logout.title')}>
      {isError && (
        <Centred>
          <StateCard
            title={t('logout.failed')}
            error={{ text: t('logout.failedText') }}
            onRetry={() => mutate()}
          />
        </Centred>
      )}
    </main>
  )
}
