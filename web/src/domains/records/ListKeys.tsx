import type { AppView } from '@caseloom/contract/apps/apps'
import { useTranslation } from 'react-i18next'
import { useLiveStatus } from '../../data/live-status.ts'
import { KeyHint } from '../../ui/frame/Frame.tsx'
import { Kbd } from '../../ui/Kbd.tsx'
import { LiveState } from '../../ui/LiveState.tsx'
import { Shortcuts } from '../../ui/shortcuts/Shortcuts.tsx'
import classes from './model/Records.module.css'
import { KEYS_OF_ROWS } from './quick/useRowQuick.ts'
import { rowKinds } from './quick/row-answer.ts'

/** What can be pressed in a list, for its status bar. */
export function ListKeys({ app, isBoard }: { app: AppView; isBoard: boolean }) {
  const { t } = useTranslation('records')
  const live = useLiveStatus()
  return (
    <>
      {isBoard && <BoardHints />}
      <KeyHint
        keys={
          <>
            <Kbd keys="J" />
            <Kbd keys="K" />
          </>
        }
      >
        {t(isBoard ? 'hints.card' : 'move')}
      </KeyHint>
      <KeyHint keys={<Kbd keys="X" />}>{t('select')}</KeyHint>
      <KeyHint keys={<Kbd keys="↵" />}>{t('open')}</KeyHint>
      <span className={classes.wideOnly}>
        {rowKinds(app).map((kind) => (
          <KeyHint key={kind} keys={<Kbd keys={KEYS_OF_ROWS[kind]} />}>
            {t(`hints.${kind}`)}
          </KeyHint>
        ))}
      </span>
      <span className={classes.wideOnly}>
        <KeyHint keys={<Kbd keys="V" />}>{t('hints.split')}</KeyHint>
      </span>
      <KeyHint keys={<Kbd keys="." />}>{t('rowActions')}</KeyHint>
      <Shortcuts />
      <LiveState status={live} />
    </>
  )
}

function BoardHints() {
  const { t } = useTranslation('records')
  return (
    <>
      <KeyHint
        keys={
          <>
            <Kbd keys="←" />
            <Kbd keys="→" />
          </>
        }
      >
        {t('hints.column')}
      </KeyHint>
      <KeyHint keys={<Kbd keys="Shift →" />}>{t('hints.moveCard')}</KeyHint>
    </>
  )
}
