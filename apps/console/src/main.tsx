import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { queryClient } from './api/client.ts';
import { router } from './router.tsx';
import { keepDoubleClicksToOneThing } from './shell/double-clicks.ts';
import { fetchAhead } from './shell/fetch-ahead.ts';
import { showLeftFailures } from './shell/left-failures.ts';
import { followOtherTabs } from './shell/other-tabs.ts';
import { applyTheme } from './shell/theme.ts';
import { noteLeaving } from './ui/being-left.ts';
import './styles/tokens.css';
import './styles/base.css';
import './styles/parts.css';
import './styles/shell.css';
import './styles/pages.css';
import './styles/forced-colors.css';
import './styles/print.css';

applyTheme();
keepDoubleClicksToOneThing();
fetchAhead();
followOtherTabs();
noteLeaving();
showLeftFailures();
const place = document.getElementById('console');
if (place) {
  createRoot(place).render(
    <StrictMode>
      <QueryClientProvider client={queryClient}>
        <RouterProvider router={router} />
      </QueryClientProvider>
    </StrictMode>,
  );
}
