import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { useLiveStatus } from '../../../data/live-status.ts'
import { KeyHint, StatusBar } from '../../../ui/frame/Frame.tsx'
import { Kbd } from '../../../ui/Kbd.tsx'
import { LiveState } from '../../../ui/LiveState.tsx'

export function ListStatus({ children }: { children: ReactNode }) {
  const { t } = useTranslation('automation')
  const live = useLiveStatus()
  return (
    <StatusBar
      end={
        <>
          <KeyHint
            keys={
              <>
                <Kbd keys="J" />
                <Kbd keys="K" />
              </>
            }
          >
            {t('keys.move')}
          </KeyHint>
          <KeyHint keys={<Kbd keys="↵" />}>{t('keys.open')}</KeyHint>
          <LiveState status={live} />
        </>
      }
    >
      {children}
    </StatusBar>
  )
}
