import '../app.css';
import { Dashboard } from '../dashboard/dashboard.tsx';
import { router } from '../dashboard/router.tsx';
import { mount } from '../parts/mount.tsx';

// The server's frame stays until the page's own code is there: nothing is blank in between.
await router.load();
mount(<Dashboard />);
