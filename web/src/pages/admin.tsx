import { Admin } from '../islands/admin.tsx'
import type { Page } from '../page.ts'
import { Island } from '../ui/island.tsx'
import { Notice } from '../ui/notice.tsx'

/** The operator's dashboard: a frame that holds nothing until the token is typed in. */
export const adminPage: Page<object> = {
  head: () => ({ title: 'Operations', description: 'For whoever runs this service.', isUnlisted: true }),
  Body: () => (
    <>
      <noscript>
        <Notice kind="pending" title="This page needs JavaScript">
          The token is kept in the page’s memory alone, and only a script can do that. The same is under{' '}
          <code>/v1/admin/</code>, with the token as <code>Authorization: Bearer</code>.
        </Notice>
      </noscript>
      <Island name="admin">
        <Admin />
      </Island>
    </>
  ),
}
