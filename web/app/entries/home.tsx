import '../app.css';
import { Home } from '../home/home.tsx';
import { mount } from '../parts/mount.tsx';

mount(<Home />);
