import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { addressParts } from '../../data/search-params.ts'

/** Product pages open here; help opens in a new tab. */
export function PlaceLink({ to, children }: { to: string; children: ReactNode }) {
  if (!to.startsWith('/')) return <span>{children}</span>
  if (!to.startsWith('/account/'))
    return (
      <a href={to} target="_blank" rel="noopener noreferrer">
        {children}
      </a>
    )
  return <Link {...addressParts(to)}>{children}</Link>
}

export function ownLink(href: string, children: ReactNode): ReactNode {
  return <PlaceLink to={href}>{children}</PlaceLink>
}
