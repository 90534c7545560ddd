import '../app.css';
import { Home } from '../dashboard/home.tsx';
import { mount } from '../parts/mount.tsx';

mount(<Home />);
