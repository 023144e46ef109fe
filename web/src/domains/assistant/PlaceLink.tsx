import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { addressParts } from '../../data/search-params.ts'

/** Pages of the product open here; the help, which is no page of it, in a tab of its own. */
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

/** Links inside an answer's text. */
export function ownLink(href: string, children: ReactNode): ReactNode {
  return <PlaceLink to={href}>{children}</PlaceLink>
}
