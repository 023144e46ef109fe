import type { SessionView } from '@caseloom/contract/identity/identity'
import { lazy, Suspense, useState } from 'react'
import { UserButton } from './UserButton.tsx'

const load = () => import('./UserMenuList.tsx')
const UserMenuList = lazy(() => load().then((module) => ({ default: module.UserMenuList })))

export function UserMenu({ session }: { session: SessionView }) {
  const [isWanted, setIsWanted] = useState(false)
  const button = (
    <UserButton
      name={session.user.name}
      aria-haspopup="menu"
      aria-expanded={false}
      onPointerEnter={() => void load()}
      onFocus={() => void load()}
      onClick={() => setIsWanted(true)}
    />
  )
  if (!isWanted) return button
  return (
    <Suspense fallback={button}>
      <UserMenuList session={session} />
    </Suspense>
  )
}
