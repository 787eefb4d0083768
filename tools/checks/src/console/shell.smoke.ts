// The parts of the console around all work: each file declares its cases. All cases share one product, and none depends on what another left.
import './cases/pages.ts';
import './cases/session.ts';
import './cases/other-tabs.ts';
import './cases/refused-storage.ts';
import './cases/live.ts';
import './cases/away.ts';
import './cases/members.ts';
import './cases/project.ts';
import './cases/phone.ts';
import './cases/lists.ts';
import './cases/filters.ts';
import './cases/toasts.ts';
import './cases/unsaved.ts';
import './cases/looks.ts';
